import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../i18n';
import { formatCount } from '../../lib/numbers';
import { Segments } from '../fields/segments';
import { Panel } from '../panel';
import { LoadState } from '../states/load-state';
import { Days } from './days';
import { TopPages, Walls } from './page-lists';
import { PERIODS, type Period, type ShownViews, type ViewedSites } from './shown-views';

interface ViewsPanelProps {
  views: ShownViews | undefined;
  sites: ViewedSites;
  error: unknown;
  onRetry: () => void;
  period: Period;
  onPeriodChange: (period: Period) => void;
  /** What stands there when nobody came. */
  none: ReactNode;
  /** Leads to where walls are decided on, when there were none. */
  toAccess?: ReactNode;
  /** Stands below the lists. */
  children?: ReactNode;
}

/** Views of the last days beside those of the days before: where they came from, what was read, and what walls did. */
export function ViewsPanel(props: ViewsPanelProps) {
  const { views, sites, error, onRetry, period, onPeriodChange, none, toAccess, children } = props;
  const { t } = useTranslation('siteConfig');
  return (
    <Panel
      title={t('views.title')}
      action={
        <Segments
          size="compact"
          label={t('views.period')}
          value={period}
          options={PERIODS.map((value) => ({
            value,
            label: t('views.days', { count: Number(value) }),
          }))}
          onChange={onPeriodChange}
        />
      }
    >
      {views === undefined ? (
        <LoadState error={error} failed={t('views.failed')} onRetry={onRetry} />
      ) : views.nViews + views.nViewsBefore === 0 ? (
        <p className="text-base text-ink-soft">{none}</p>
      ) : (
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
          <Days views={views} />
          <Sources views={views} />
          <Walls views={views} sites={sites} toAccess={toAccess} />
          <TopPages views={views} sites={sites} />
          {children}
        </div>
      )}
      <p className="mt-6 max-w-[56em] border-line border-t pt-4 text-ink-faint text-xs leading-5">
        {t('views.counted')}
      </p>
    </Panel>
  );
}

function Sources({ views }: { views: Pick<ShownViews, 'sources'> }) {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  return (
    <section aria-label={t('views.sources')}>
      <h3 className="font-medium text-base text-ink">{t('views.sources')}</h3>
      <p className="mt-1 text-ink-faint text-xs">{t('views.sourcesHint')}</p>
      {views.sources.length === 0 ? (
        <p className="mt-3 text-base text-ink-soft">{t('views.noSources')}</p>
      ) : (
        <ol className="mt-2 divide-y divide-line">
          {views.sources.map(({ host, nViews }) => (
            <li key={host} className="flex justify-between gap-4 py-2 text-base text-ink">
              {/* No link: anybody can name a host. */}
              <span className="min-w-0 break-all">{host === '' ? t('views.unknown') : host}</span>
              <span className="text-ink-soft tabular-nums">{formatCount(locale, nViews)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
