import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../i18n';
import { formatMoment } from '../../../lib/time/dates';
import { currentTime } from '../../../lib/time/server-clock';
import { clockOf, momentOf } from '../../../lib/time/zoned-moment';
import { useBasicInfo } from '../site/use-basic-info';

/** Moments of the site, on the clock of its own time zone. */
export function useSiteClock() {
  const { t, i18n } = useTranslation('siteConfig');
  // The author's own zone stands in until the site's is known.
  const zone = useBasicInfo()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    zone,
    /** A moment as a field of the browser takes it; empty for none. */
    fieldOf: (iso: string | null | undefined) => (iso ? clockOf(new Date(iso), zone) : ''),
    /** The moment of a field, as ISO 8601. Fails with words when there is none, or when it is past. */
    momentOf: (field: string) => {
      const moment = momentOf(field, zone);
      if (moment === null) throw new Error(t('publish.noTime'));
      if (moment.getTime() <= currentTime()) throw new Error(t('publish.pastTime'));
      return moment.toISOString();
    },
    text: (iso: string) => formatMoment(localeOf(i18n), iso, zone),
  };
}
