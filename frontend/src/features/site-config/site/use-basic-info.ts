import { useQuery } from '@tanstack/react-query';
import type { BasicInfo } from '../../../api/site-settings';
import { getSettings } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { useStore } from '../../../ui/hooks/use-store';
import { useSite } from './site-context';
import { siteKey } from './use-site-query';

/** The basic information of the site: as it is being set, else as it is saved. None while it is fetched. */
export function useBasicInfo(): BasicInfo | undefined {
  const { team, site, drafts } = useSite();
  const teamId = addressOf(team);
  const draft = useStore(drafts).drafts.basicInfo;
  const { data } = useQuery({
    queryKey: [...siteKey(site.id), 'settings', 'basicInfo'],
    queryFn: () => getSettings(teamId, site.id, 'basic-info'),
  });
  return (draft?.get().value ?? data?.data) as BasicInfo | undefined;
}
