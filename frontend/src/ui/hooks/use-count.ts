import { useTranslation } from 'react-i18next';
import { localeOf } from '../../i18n';
import { formatCount } from '../../lib/numbers';

/** Writes counts as the language of the interface does. */
export function useCount(): (count: number) => string {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n);
  return (count) => formatCount(locale, count);
}
