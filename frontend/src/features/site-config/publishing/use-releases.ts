import { useQuery } from '@tanstack/react-query';
import { listChanges, listMissingMedia, listReleases } from '../../../api/releases';
import { addressOf } from '../../../api/team-rights';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';

/** What publishing would change. */
export function useChanges() {
  const { team, site } = useSite();
  return useQuery({
    queryKey: [...siteKey(site.id), 'changes'],
    queryFn: () => listChanges(addressOf(team), site.id),
    enabled: Boolean(site.knowledgeBase),
  });
}

/** What pages would not show: diagrams, which are drawn before the site is published, and images, which only the author can mend. */
export function useMissingMedia() {
  const { team, site } = useSite();
  return useQuery({
    queryKey: [...siteKey(site.id), 'missing-media'],
    queryFn: () => listMissingMedia(addressOf(team), site.id),
    enabled: Boolean(site.knowledgeBase),
  });
}

/** The releases of the site, the newest first, and what is planned. */
export function useReleases() {
  const { team, site } = useSite();
  return useQuery({
    queryKey: [...siteKey(site.id), 'releases'],
    queryFn: () => listReleases(addressOf(team), site.id),
  });
}
