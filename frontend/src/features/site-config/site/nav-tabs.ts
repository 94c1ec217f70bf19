import { may } from '../../../api/team-rights';
import type { Team, TeamAction } from '../../../api/types';
import { CONFIG_TABS, SALES_TABS, type SalesTab, type SiteTab } from '../../../config/paths';

/** What somebody must be allowed to do to work on a tab of members and money. */
export const SALES_ACTIONS: Record<SalesTab, TeamAction> = {
  members: 'manageOrders',
  subscribers: 'manageOrders',
  orders: 'manageOrders',
  promotions: 'manageOrders',
  payments: 'managePayments',
};

/** Whether somebody is shown a tab whose address they open; tabs of members and money ask for themselves. */
export function mayRead(team: Team, tab: SiteTab): boolean {
  return tab === 'overview' || tab in SALES_ACTIONS || may(team, 'readSettings');
}

/**
 * The tabs that somebody sees, in groups: the overview, members and money, settings.
 *
 * Who looks after orders only may not read settings and sees none of their tabs.
 */
export function tabGroups(team: Team): SiteTab[][] {
  const [overview, ...settings] = CONFIG_TABS;
  const sales = SALES_TABS.filter((tab) => may(team, SALES_ACTIONS[tab]));
  return [[overview], sales, may(team, 'readSettings') ? settings : []].filter(
    (tabs) => tabs.length > 0,
  );
}
