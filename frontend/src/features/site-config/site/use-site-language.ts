import type { SiteLanguage } from '../../../api/site-settings';
import { DEFAULT_LOCALE } from '../../../config/constants';
import { useBasicInfo } from './use-basic-info';

/** The language of the site's own words: as it is being set, else as it is saved. */
export function useSiteLanguage(): SiteLanguage {
  return useBasicInfo()?.language ?? DEFAULT_LOCALE;
}
