import { useTranslation } from 'react-i18next';
import type { BaseComparison } from '../../../api/types';
import { useCount } from '../../../ui/hooks/use-count';

interface ComparisonProps {
  comparison: BaseComparison;
  /** Paths whose proposals are not taken. */
  declined: ReadonlySet<string>;
  onDeclined: (declined: ReadonlySet<string>) => void;
}

/** Which addresses come and go with another base, and where those that go could lead. */
export function Comparison({ comparison, declined, onDeclined }: ComparisonProps) {
  const { t } = useTranslation('siteConfig');
  const { nKept, nGained, nLost, lost, gained } = comparison;
  const proposed = lost.filter(({ proposal }) => proposal);
  const toggle = (path: string) => {
    const next = new Set(declined);
    if (!next.delete(path)) next.add(path);
    onDeclined(next);
  };
  return (
    <div className="grid gap-3 text-sm">
      <p role="status" className="flex flex-wrap gap-x-4 gap-y-1 text-ink">
        <span>{t('binding.kept', { count: nKept })}</span>
        <span>{t('binding.gained', { count: nGained })}</span>
        <span className={nLost > 0 ? 'text-danger' : undefined}>
          {t('binding.lost', { count: nLost })}
        </span>
      </p>
      {gained.length > 0 && (
        <Pages title={t('binding.gainedTitle')} pages={gained} nAll={nGained} />
      )}
      {proposed.length > 0 && (
        <fieldset className="rounded-lg border border-line">
          <legend className="ml-2 px-1 text-ink-soft text-xs">{t('binding.proposals')}</legend>
          <ul className="max-h-56 divide-y divide-line overflow-y-auto px-3 pb-1">
            {proposed.map(({ path, proposal }) => (
              <li key={path} className="py-2">
                <label className="flex cursor-pointer gap-2.5">
                  <input
                    type="checkbox"
                    checked={!declined.has(path)}
                    onChange={() => toggle(path)}
                    className="mt-0.5 size-4 shrink-0 accent-(--accent)"
                  />
                  <span className="min-w-0">
                    <span
                      translate="no"
                      className="block break-all font-mono text-ink-soft text-xs"
                    >
                      {path}
                    </span>
                    <span translate="no" className="block break-all font-mono text-ink text-xs">
                      {`→ ${proposal?.to ?? ''}`}
                    </span>
                    {proposal && (
                      <span className="text-ink-faint text-xs">
                        {t(`binding.reasons.${proposal.reason}`)}
                      </span>
                    )}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {nLost > proposed.length && (
        <Pages
          title={t('binding.lostTitle')}
          pages={lost.filter(({ proposal }) => !proposal)}
          nAll={nLost - proposed.length}
        />
      )}
    </div>
  );
}

interface PagesProps {
  title: string;
  pages: readonly { path: string; title: string }[];
  nAll: number;
}

/** The first of some pages. */
function Pages({ title, pages, nAll }: PagesProps) {
  const countText = useCount();
  const { t } = useTranslation('siteConfig');
  return (
    <details className="rounded-lg border border-line px-3 py-2">
      <summary className="cursor-pointer text-ink-soft">
        <span>{title}</span> · <span className="tabular-nums">{countText(nAll)}</span>
      </summary>
      <ul className="mt-2 max-h-40 space-y-1 overflow-y-auto">
        {pages.map((page) => (
          <li key={page.path} className="break-words">
            <span>{page.title}</span>{' '}
            <span translate="no" className="break-all font-mono text-ink-faint text-xs">
              {page.path}
            </span>
          </li>
        ))}
      </ul>
      {nAll > pages.length && (
        <p className="mt-1 text-ink-faint">
          {t('binding.andMore', { count: nAll - pages.length })}
        </p>
      )}
    </details>
  );
}
