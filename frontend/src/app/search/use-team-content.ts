import { useQueries, useQuery } from '@tanstack/react-query';
import { listAllKnowledgeBases } from '../../api/knowledge-bases';
import { listAllSites } from '../../api/sites';
import { addressOf, may } from '../../api/team-rights';
import { listTeams } from '../../api/teams';
import type { Team } from '../../api/types';
import { session } from '../../storage/session';
import { useStore } from '../../ui/hooks/use-store';

/** A knowledge base or site of the server. */
export interface TeamContent {
  id: string;
  name: string;
  team: Team;
}

/**
 * The knowledge bases and sites of the user's teams, without those in the bin. The lists are those of the console.
 *
 * `isWanted`: nothing is asked for before.
 */
export function useTeamContent(isWanted: boolean) {
  const { user } = useStore(session);
  const enabled = isWanted && user !== null;
  const teams = useQuery({ queryKey: ['teams'], queryFn: listTeams, enabled });
  const readable = (teams.data ?? []).filter((team) => may(team, 'readContent'));
  const bases = useQueries({
    queries: readable.map((team) => ({
      queryKey: ['knowledge', 'server', team.id],
      queryFn: () => listAllKnowledgeBases(team.id),
      enabled,
    })),
  });
  const sites = useQueries({
    queries: readable.map((team) => ({
      queryKey: ['sites', team.id],
      queryFn: () => listAllSites(addressOf(team)),
      enabled,
    })),
  });
  const all = [teams, ...bases, ...sites];
  return {
    bases: readable.flatMap((team, i) =>
      (bases[i]?.data ?? [])
        .filter(({ purgesAt }) => !purgesAt)
        .map(({ id, title }): TeamContent => ({ id, name: title, team })),
    ),
    sites: readable.flatMap((team, i) =>
      (sites[i]?.data ?? [])
        .filter(({ purgesAt }) => !purgesAt)
        .map(({ id, name }): TeamContent => ({ id, name, team })),
    ),
    isLoading: all.some((query) => query.isLoading),
    hasFailed: all.some((query) => query.isError),
  };
}
