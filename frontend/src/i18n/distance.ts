import type { i18n } from 'i18next';
import { formatDistance } from '../lib/time/dates';
import { localeOf } from './index';

/** How long ago or ahead something is, in words: "just now", "3 hours ago". `now` in milliseconds since 1970. */
export function distanceText(i18n: i18n, iso: string, now: number): string {
  return formatDistance(localeOf(i18n), iso, now) ?? i18n.t('app:justNow');
}
