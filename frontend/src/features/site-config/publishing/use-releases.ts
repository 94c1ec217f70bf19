import { useQuery } from '@tanstack/react-query';
import { listChanges, listReleases, listUndrawnDiagrams } from '../../../api/releases';
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

/** Diagrams that pages would show as source. They are drawn before the site is published. */
export function useUndrawnDiagrams() {
  const { team, site } = useSite();
  return useQuery({
    queryKey: [...siteKey(site.id), 'undrawn-diagrams'],
    queryFn: () => listUndrawnDiagrams(addressOf(team), site.id),
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
