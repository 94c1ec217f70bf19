import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import screens from '../config/screens.json';
import { session } from '../storage/session';
import { createRoutes } from './router';

function pathsOf(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(children ?? []),
  ]);
}

// The server answers 404 for what does not begin like one of these.
test('the_server_knows_how_the_address_of_every_screen_begins', () => {
  const paths = pathsOf(createRoutes(() => Promise.resolve()));
  const beginnings = paths.map((path) => path.split('/')[1] ?? '').filter((part) => part !== '');
  expect([...new Set(beginnings)].sort()).toEqual(screens);
});

test.each([
  ['/team/7', '/team/7/overview'],
  ['/team/personal/site', '/team/personal/sites'],
  ['/team/7/site/', '/team/7/sites'],
  ['/team/7/site/9', '/team/7/site/9/overview'],
  ['/admin/sites', '/team/personal/sites'],
])('a_short_address_leads_on: %s', async (short, long) => {
  session.set({ token: 'token', user: null });
  const match = matchRoutes(
    createRoutes(() => Promise.resolve()),
    short,
  )?.at(-1);
  const load = match?.route.loader as (given: object) => Response;
  const answer = load({ request: new Request(`http://localhost${short}`), params: match?.params });
  expect(answer.headers.get('location')).toBe(long);
});
