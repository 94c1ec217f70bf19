import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DiffRow, diffRows } from '../lib/text/text-diff';

/** Most lines that are shown: nobody reads more, and more would be slow. */
const SHOWN_ROWS = 2_000;

const looks = {
  same: { line: '', part: '', sign: ' ' },
  removed: {
    line: 'bg-danger-soft',
    part: 'rounded-sm bg-danger/25 forced-colors:underline',
    sign: '−',
  },
  added: {
    line: 'bg-success/10',
    part: 'rounded-sm bg-success/30 forced-colors:underline',
    sign: '+',
  },
} as const;

/** Two texts compared line by line. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('library');
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
      tabIndex={0}
      aria-label={t('history.changes')}
      data-testid="diff"
      className="scroll-thin min-h-0 grow overflow-auto py-2 font-mono text-sm leading-6 outline-offset-[-2px]"
    >
      {rows.slice(0, SHOWN_ROWS).map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name and never move.
        <Row key={i} row={row} />
      ))}
      {rows.length > SHOWN_ROWS && (
        <p className="px-4 py-3 text-ink-faint">
          {t('history.more', { count: rows.length - SHOWN_ROWS })}
        </p>
      )}
    </section>
  );
}

function Row({ row }: { row: DiffRow }) {
  const { t } = useTranslation('library');
  if (row.kind === 'folded') {
    return (
      <p className="my-1 bg-hover px-4 font-sans text-ink-faint text-xs leading-6">
        {t('history.unchanged', { count: row.count })}
      </p>
    );
  }
  const look = looks[row.kind];
  const Tag = row.kind === 'removed' ? 'del' : row.kind === 'added' ? 'ins' : 'div';
  return (
    <Tag className={`flex gap-3 px-4 no-underline ${look.line}`}>
      <span aria-hidden className="w-3 shrink-0 select-none text-ink-faint">
        {look.sign}
      </span>
      <span translate="no" className="min-w-0 whitespace-pre-wrap break-words">
        {row.parts.map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name and never move.
          <span key={i} className={part.isChanged ? look.part : undefined}>
            {part.text || ' '}
          </span>
        ))}
      </span>
    </Tag>
  );
}
