import { useTranslation } from 'react-i18next';
import type { AccessSimulation } from '../../../api/site-access';
import type { AccessRules } from '../../../api/site-settings';
import { errorText } from '../../../i18n/error-text';
import { Button } from '../../../ui/buttons/button';
import { useCount } from '../../../ui/hooks/use-count';
import { Panel } from '../../../ui/panel';
import { useDraftState } from '../draft/use-draft';
import { useSimulation } from './use-simulation';

type Impact = AccessSimulation['impact'][number];

/** What each audience sees of how many documents, and what saving will change. */
export function AccessImpact() {
  const { t } = useTranslation('siteConfig');
  const { isDirty } = useDraftState<AccessRules>();
  const { data, error, refetch } = useSimulation('guest', null);
  if (data === undefined && error === null) return null;
  if (data !== undefined && data.document === null) return null;
  return (
    <Panel title={t('access.impact')} lead={t('access.impactLead')}>
      {error !== null && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-danger text-sm">{errorText(t, error)}</p>
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            {t('preview.retry')}
          </Button>
        </div>
      )}
      {data !== undefined && error === null && (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            {data.impact.map((impact) => (
              <AudienceImpact key={impact.audience} impact={impact} isDirty={isDirty} />
            ))}
          </div>
          {isDirty && data.nVanishing > 0 && <Vanishing simulation={data} />}
        </>
      )}
    </Panel>
  );
}

function AudienceImpact({ impact, isDirty }: { impact: Impact; isDirty: boolean }) {
  const countText = useCount();
  const { t } = useTranslation('siteConfig');
  const counts = [
    ['free', impact.nFree],
    ['partial', impact.nPartial],
    ['members', impact.nMembers],
    ['hidden', impact.nHidden],
  ] as const;
  return (
    <div>
      <h3 className="font-medium text-base text-ink">{t(`access.audiences.${impact.audience}`)}</h3>
      <dl className="mt-1.5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 text-ink-soft text-sm">
        {counts.map(([level, n]) => (
          <div key={level} className="contents">
            <dt>{t(`access.levels.${level}`)}</dt>
            <dd className="text-right tabular-nums">{countText(n)}</dd>
          </div>
        ))}
      </dl>
      {impact.nWhole > 0 && (
        <p className="mt-2 text-ink-soft text-sm">{t('access.whole', { count: impact.nWhole })}</p>
      )}
      {isDirty && (
        <div role="status" className="mt-2 text-ink text-sm">
          {impact.nOpened + impact.nClosed === 0 && <p>{t('access.noChange')}</p>}
          {impact.nOpened > 0 && <p>{t('access.more', { count: impact.nOpened })}</p>}
          {impact.nClosed > 0 && (
            <p className="text-danger">{t('access.less', { count: impact.nClosed })}</p>
          )}
          {impact.nNewlyHidden > 0 && (
            <p className="text-danger">{t('access.gone', { count: impact.nNewlyHidden })}</p>
          )}
        </div>
      )}
    </div>
  );
}

/** Addresses that guests find now and will not find any more. */
function Vanishing({ simulation }: { simulation: AccessSimulation }) {
  const { t } = useTranslation('siteConfig');
  const nMore = simulation.nVanishing - simulation.vanishing.length;
  return (
    <div className="mt-5 border-line border-t pt-4">
      <h3 className="font-medium text-base text-danger">
        {t('access.vanishing', { count: simulation.nVanishing })}
      </h3>
      <ul className="mt-2 max-h-60 space-y-1 overflow-y-auto text-sm">
        {simulation.vanishing.map(({ path, title }) => (
          <li key={path} className="break-words">
            <span className="text-ink">{title}</span>{' '}
            <span translate="no" className="break-all font-mono text-ink-faint text-xs">
              {path}
            </span>
          </li>
        ))}
      </ul>
      {nMore > 0 && (
        <p className="mt-2 text-ink-faint text-sm">{t('access.vanishingMore', { count: nMore })}</p>
      )}
    </div>
  );
}
