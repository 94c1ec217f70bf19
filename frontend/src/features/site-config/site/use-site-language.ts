import { useQuery } from '@tanstack/react-query';
import type { BasicInfo, SiteLanguage } from '../../../api/site-settings';
import { getSettings } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { DEFAULT_LOCALE } from '../../../config/constants';
import { useStore } from '../../../ui/use-store';
import { useSite } from './site-context';
import { siteKey } from './use-site-query';

/** The language of the site's own words: as it is being set, else as it is saved. */
export function useSiteLanguage(): SiteLanguage {
  const { team, site, drafts } = useSite();
  const teamId = addressOf(team);
  const draft = useStore(drafts).drafts.basicInfo;
  const { data } = useQuery({
    queryKey: [...siteKey(site.id), 'settings', 'basicInfo'],
    queryFn: () => getSettings(teamId, site.id, 'basic-info'),
  });
  const info = (draft?.get().value ?? data?.data) as BasicInfo | undefined;
  return info?.language ?? DEFAULT_LOCALE;
}
