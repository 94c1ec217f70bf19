import { useQuery } from '@tanstack/react-query';
import { getBaseContent } from '../../../api/site-content';
import { addressOf } from '../../../api/team-rights';
import { useSite } from './site-context';

/** How long the list of documents counts as fresh, in milliseconds: it is read whole. */
const FRESH_MS = 60_000;

/** What the bound base holds now; nothing is asked for while none is bound. */
export function useContent() {
  const { team, site } = useSite();
  const baseId = site.knowledgeBase?.id;
  return useQuery({
    queryKey: ['content', baseId],
    queryFn: () => getBaseContent(addressOf(team), baseId ?? ''),
    enabled: baseId !== undefined && !site.knowledgeBase?.isInBin,
    staleTime: FRESH_MS,
  });
}
