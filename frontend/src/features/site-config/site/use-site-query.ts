import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import { getSite } from '../../../api/sites';
import { getTeam } from '../../../api/teams';
import type { Site } from '../../../api/types';
import { PERSONAL_SPACE } from '../../../config/paths';

/** What is kept of a site; everything of it stands below. */
export const siteKey = (siteId: string) => ['site', siteId] as const;

/** Team and site in the address. */
export function useSiteQuery() {
  const { teamId = PERSONAL_SPACE, siteId = '' } = useParams();
  const team = useQuery({ queryKey: ['team', teamId], queryFn: () => getTeam(teamId) });
  const site = useQuery({
    queryKey: siteKey(siteId),
    queryFn: () => getSite(teamId, siteId),
  });
  return { teamId, siteId, team, site };
}

/** Has the screens of a site read it again. `site`: what the server answered, which needs not be read again itself. */
export function useInvalidateSite(): (site?: Site) => Promise<void> {
  const queries = useQueryClient();
  const { siteId = '' } = useParams();
  return useCallback(
    async (site) => {
      if (site !== undefined) queries.setQueryData(siteKey(siteId), site);
      const isOwn = site !== undefined;
      await Promise.all([
        queries.invalidateQueries({
          queryKey: siteKey(siteId),
          predicate: ({ queryKey }) => !isOwn || queryKey.length > 2,
        }),
        queries.invalidateQueries({ queryKey: ['sites'] }),
      ]);
    },
    [queries, siteId],
  );
}
