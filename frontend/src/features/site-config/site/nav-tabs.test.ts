import { expect, test } from 'vitest';
import type { Team, TeamAction } from '../../../api/types';
import { CONFIG_TABS } from '../../../config/paths';
import { tabGroups } from './nav-tabs';

const [, ...SETTINGS] = CONFIG_TABS;
const team = (...actions: TeamAction[]) => ({ actions }) as unknown as Team;

test('who_owns_the_team_sees_every_tab', () => {
  expect(tabGroups(team('manageOrders', 'managePayments', 'readSettings', 'publishSites'))).toEqual(
    [['overview'], ['members', 'subscribers', 'orders', 'promotions', 'payments'], SETTINGS],
  );
});

test('support_sees_members_and_orders_and_no_settings', () => {
  expect(tabGroups(team('manageOrders', 'readContent'))).toEqual([
    ['overview'],
    ['members', 'subscribers', 'orders', 'promotions'],
  ]);
});

test('editors_and_viewers_see_nothing_of_members_and_money', () => {
  for (const actions of [['readSettings', 'publishSites'], ['readSettings']] as const) {
    expect(tabGroups(team(...actions)).flat()).toEqual(['overview', ...SETTINGS]);
  }
});
