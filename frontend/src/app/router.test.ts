import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import screens from '../config/screens.json';
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
