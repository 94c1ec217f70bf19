// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { addNavigationGuard, type HeldNavigation } from '../lib/browser/navigation-guards';
import { NavigationBlocker } from './navigation-blocker';

const removals: (() => void)[] = [];
afterEach(() => {
  for (const remove of removals.splice(0)) remove();
  cleanup();
});

/** A guard that stops every navigation, or only those of the browser's buttons. */
function guard({ isForHistoryOnly = false } = {}) {
  const asked: HeldNavigation[] = [];
  const remove = addNavigationGuard({
    stops: ({ isByHistory }) => isByHistory || !isForHistoryOnly,
    ask: (held) => asked.push(held),
  });
  removals.push(remove);
  return { asked, remove };
}

function show() {
  const page = (name: string) => (
    <>
      <NavigationBlocker />
      <p>{name}</p>
    </>
  );
  const router = createMemoryRouter(
    [
      { path: '/before', element: page('before') },
      { path: '/form', element: page('form') },
      { path: '/after', element: page('after') },
    ],
    { initialEntries: ['/before', '/form'] },
  );
  render(<RouterProvider router={router} />);
  return {
    back: () => act(() => router.navigate(-1)),
    follow: () => act(() => router.navigate('/after')),
  };
}

test('a_guard_that_has_nothing_to_lose_hides_no_other_one', async () => {
  const { follow, back } = show();
  const ofPage = guard();
  const ofDialog = guard({ isForHistoryOnly: true });
  await follow();
  expect(ofPage.asked).toHaveLength(1);
  act(() => ofPage.asked[0]?.stay());
  // What lies over the page is asked before it.
  await back();
  expect([ofPage.asked.length, ofDialog.asked.length]).toEqual([1, 1]);
  act(() => ofDialog.asked[0]?.stay());
  expect(screen.getByText('form')).toBeDefined();
  ofDialog.remove();
  await back();
  expect(ofPage.asked).toHaveLength(2);
  act(() => ofPage.asked[1]?.proceed());
  expect(await screen.findByText('before')).toBeDefined();
});

test('without_a_guard_the_router_leaves_at_once', async () => {
  const { follow } = show();
  guard().remove();
  await follow();
  expect(screen.getByText('after')).toBeDefined();
});
