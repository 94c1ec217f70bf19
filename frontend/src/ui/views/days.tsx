import { useTranslation } from 'react-i18next';
import { localeOf } from '../../i18n';
import { formatCount } from '../../lib/numbers';
import { formatCalendarDay } from '../../lib/time/dates';
import type { ShownViews } from './shown-views';

/** Views by day, and beside those of the days before. */
export function Days({ views }: { views: Pick<ShownViews, 'byDay' | 'nViews' | 'nViewsBefore'> }) {
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
      <p className="font-semibold font-serif text-[24px] text-ink leading-[calc(32/24)] tabular-nums">
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
