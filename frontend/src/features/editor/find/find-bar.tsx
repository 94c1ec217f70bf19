import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposition } from '../../../lib/browser/composition';
import { replaceMatches, searchPattern } from '../../../lib/text/text-search';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { inputStyle } from '../../../ui/fields/text-field';
import { toast } from '../../../ui/states/toast';
import { useEditor, useWorkbench } from '../editor-context';

/** Find and replace for the text box on touch screens. Monaco has its own. */
export function FindBar() {
  const form = useEditor((state) => state.findBar);
  return form === null ? null : <OpenFindBar withReplace={form === 'replace'} />;
}

interface Match {
  from: number;
  to: number;
}

function OpenFindBar({ withReplace }: { withReplace: boolean }) {
  const { t } = useTranslation(['tools', 'library', 'app']);
  const workbench = useWorkbench();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  // The matches are computed again when the engine has read the text.
  useEditor((state) => state.info);
  const [query, setQuery] = useState('');
  const [replacement, setReplacement] = useState('');
  const [isCaseSensitive, setIsCaseSensitive] = useState(false);
  const [at, setAt] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const pattern = searchPattern({ query, isRegex: false, isCaseSensitive }) as RegExp;
  const matches = [...workbench.text.matchAll(pattern)].map(
    ({ 0: found, index }): Match => ({
      from: index,
      to: index + found.length,
    }),
  );
  const go = (to: number) => {
    if (matches.length === 0) return;
    const next = (to + matches.length) % matches.length;
    const { from, to: end } = matches[next] as Match;
    setAt(next);
    workbench.source?.select(from, end);
  };
  const close = () => {
    workbench.store.set({ findBar: null });
    workbench.source?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposition(event.nativeEvent)) return;
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') {
      event.preventDefault();
      go(event.shiftKey ? at - 1 : at + 1);
    }
  };
  return (
    <search
      aria-label={t('find.label')}
      className="flex shrink-0 flex-col gap-2 border-line border-b bg-surface p-2"
    >
      <div className="flex items-center gap-1">
        <input
          ref={box}
          type="search"
          enterKeyHint="search"
          aria-label={t('find.query')}
          placeholder={t('find.query')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(-1);
          }}
          onKeyDown={handleKey}
          className={`${inputStyle} [&::-webkit-search-cancel-button]:hidden`}
        />
        <IconButton
          icon={CaseSensitive}
          size="iconLg"
          label={t('library:search.case')}
          aria-pressed={isCaseSensitive}
          onClick={() => setIsCaseSensitive(!isCaseSensitive)}
        />
        <IconButton
          icon={ChevronUp}
          size="iconLg"
          label={t('find.previous')}
          onClick={() => go(at < 0 ? -1 : at - 1)}
        />
        <IconButton
          icon={ChevronDown}
          size="iconLg"
          label={t('find.next')}
          onClick={() => go(at + 1)}
        />
        <IconButton icon={X} size="iconLg" label={t('app:dialog.close')} onClick={close} />
      </div>
      {withReplace && !isReadOnly && (
        <ReplaceRow
          replacement={replacement}
          onChange={setReplacement}
          pattern={pattern}
          matches={matches}
          at={at}
          onReplacedAll={() => setAt(-1)}
        />
      )}
      <p role="status" className="min-h-4 px-1 text-ink-faint text-xs tabular-nums">
        {query !== '' &&
          (matches.length === 0
            ? t('find.none')
            : at < 0
              ? t('find.count', { count: matches.length })
              : t('find.at', { at: at + 1, count: matches.length }))}
      </p>
    </search>
  );
}

interface ReplaceRowProps {
  replacement: string;
  onChange: (replacement: string) => void;
  pattern: RegExp;
  matches: readonly Match[];
  /** The match that is selected; negative for none. */
  at: number;
  onReplacedAll: () => void;
}

function ReplaceRow(props: ReplaceRowProps) {
  const { replacement, onChange, pattern, matches, at, onReplacedAll } = props;
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const replaceOne = () => {
    const { source } = workbench;
    const match = matches[at] ?? matches[0];
    if (source === null || match === undefined) return;
    const end = match.from + replacement.length;
    source.apply({ ...match, insert: replacement, selectStart: match.from, selectEnd: end });
  };
  const replaceAll = () => {
    const { text, source } = workbench;
    if (source === null || matches.length === 0) return;
    const insert = replaceMatches(text, pattern, replacement, false);
    source.apply({ from: 0, to: text.length, insert, selectStart: 0, selectEnd: 0 });
    onReplacedAll();
    toast.success(t('find.replaced', { count: matches.length }));
  };
  return (
    <div className="flex items-center gap-2">
      <input
        aria-label={t('find.replacement')}
        placeholder={t('find.replacement')}
        value={replacement}
        onChange={(event) => onChange(event.target.value)}
        className={inputStyle}
      />
      {(['replaceOne', 'replaceAll'] as const).map((name) => (
        <Button
          key={name}
          variant="secondary"
          className="pointer-coarse:h-11"
          disabled={matches.length === 0}
          onClick={name === 'replaceOne' ? replaceOne : replaceAll}
        >
          {t(`find.${name}`)}
        </Button>
      ))}
    </div>
  );
}
