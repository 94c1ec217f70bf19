import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getSiteViews } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import type { SiteViews } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatCalendarDay } from '../../../lib/dates';
import { formatCount } from '../../../lib/numbers';
import { LoadState } from '../../../ui/load-state';
import { Panel } from '../../../ui/panel';
import { Segments } from '../../../ui/segments';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';
import { TopPages, Walls } from './page-lists';

const PERIODS = ['7', '30', '90'] as const;
type Period = (typeof PERIODS)[number];

/** Views of the last days beside those of the days before: where they came from, what was read, and what walls did. */
export function ViewsPanel() {
  const { t } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const [period, setPeriod] = useState<Period>('30');
  const { data, error, refetch } = useQuery({
    queryKey: [...siteKey(site.id), 'views', period],
    queryFn: () => getSiteViews(addressOf(team), site.id, period),
    placeholderData: keepPreviousData,
  });
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
          onChange={setPeriod}
        />
      }
    >
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : data.nViews + data.nViewsBefore === 0 ? (
        <p className="text-base text-ink-soft">{t('views.none')}</p>
      ) : (
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
          <Days views={data} />
          <Sources views={data} />
          <Walls views={data} />
          <TopPages views={data} />
        </div>
      )}
    </Panel>
  );
}

function Days({ views }: { views: SiteViews }) {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  const { byDay, nViews, nViewsBefore } = views;
  const most = Math.max(1, ...byDay.map((day) => day.nViews));
  const change = nViews - nViewsBefore;
  const compared = change > 0 ? 'more' : change < 0 ? 'fewer' : 'same';
  const dayOf = (day: string | undefined) => (day ? formatCalendarDay(locale, day) : '');
  const [first, last] = [dayOf(byDay[0]?.day), dayOf(byDay.at(-1)?.day)];
  return (
    <div>
      <p className="font-semibold font-serif text-[24px] text-ink leading-8 tabular-nums">
        {formatCount(locale, nViews)}
      </p>
      <p className="text-ink-soft text-sm">
        {t(`views.${compared}`, {
          days: byDay.length,
          n: formatCount(locale, Math.abs(change)),
        })}
      </p>
      <div
        role="img"
        aria-label={t('views.chart', { first, last, most: formatCount(locale, most) })}
        className="mt-4 flex h-28 items-end gap-px border-line border-b"
      >
        {byDay.map((day) => (
          <span
            key={day.day}
            title={t('views.day', {
              day: dayOf(day.day),
              n: formatCount(locale, day.nViews),
            })}
            className="flex h-full min-w-0 grow basis-0 items-end hover:bg-hover"
          >
            <span
              className="w-full rounded-t-[2px] bg-accent"
              style={{ height: `${(day.nViews / most) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <p className="mt-1.5 flex justify-between text-ink-faint text-xs">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </div>
  );
}

function Sources({ views }: { views: SiteViews }) {
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
