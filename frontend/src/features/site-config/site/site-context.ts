import { createContext, useContext } from 'react';
import type { Site, Team } from '../../../api/types';
import type { SiteDrafts } from '../draft/site-drafts';

/** What every screen of a site stands on. */
export interface SiteScreen {
  team: Team;
  site: Site;
  drafts: SiteDrafts;
  /** Whether the user may change the site: by role, plan and the site's state. */
  mayEdit: boolean;
}

export const SiteContext = createContext<SiteScreen | null>(null);

/** The site in the address. */
export function useSite(): SiteScreen {
  const screen = useContext(SiteContext);
  if (screen === null) throw new Error('this screen stands outside a site');
  return screen;
}
