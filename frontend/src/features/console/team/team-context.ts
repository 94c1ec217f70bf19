import { createContext, useContext } from 'react';
import type { Team } from '../../../api/types';

export const TeamContext = createContext<Team | null>(null);

/** The team of this page. */
export function useCurrentTeam(): Team {
  const team = useContext(TeamContext);
  if (team === null) throw new Error('this page stands outside a team');
  return team;
}
