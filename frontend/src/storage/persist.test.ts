// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Persist = typeof import('./persist');

/** A page of a browser: what it answers, and whether its question would show. */
async function page(browser: { isKept?: boolean; state?: string; isChromium?: boolean }) {
  vi.resetModules();
  const persist = vi.fn(() => Promise.resolve(browser.isKept ?? false));
  vi.stubGlobal('navigator', {
    storage: { persist, persisted: () => Promise.resolve(false) },
    permissions: {
      query: () =>
        browser.state === undefined
          ? Promise.reject(new TypeError('no such permission'))
          : Promise.resolve({ state: browser.state }),
    },
    ...(browser.isChromium ? { userAgentData: {} } : {}),
  });
  const module: Persist = await import('./persist');
  const saved = async () => {
    module.askToPersist();
    // The answers of the browser are at the end of a chain of promises.
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
    return module.keeping.get().offer;
  };
  return { ...module, saved, asked: persist };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('a_browser_that_would_ask_the_author_is_asked_by_a_press_only', async () => {
  const { saved, asked, persist, keeping } = await page({ state: 'prompt', isKept: true });
  expect(await saved()).toBe('ask');
  expect(asked).not.toHaveBeenCalled();
  expect(await persist()).toBe(true);
  expect(keeping.get().offer).toBeNull();
});

test('who_refuses_is_told_what_else_keeps_the_texts', async () => {
  const { saved, persist, keeping } = await page({ state: 'prompt' });
  await saved();
  expect(await persist()).toBe(false);
  expect(keeping.get().offer).toBe('advise');
});

test('a_browser_that_refuses_by_itself_leads_to_advice', async () => {
  const { saved, asked } = await page({});
  expect(await saved()).toBe('advise');
  expect(asked).toHaveBeenCalledOnce();
});

test('chromium_decides_without_a_word', async () => {
  const { saved, asked } = await page({ state: 'prompt', isChromium: true });
  expect(await saved()).toBeNull();
  expect(asked).toHaveBeenCalledOnce();
});

test('in_chromium_who_has_several_articles_is_reminded_of_backups', async () => {
  const marker = { identity: 'a', bases: [], nPosts: 5, posts: [], isSynchronized: false };
  localStorage.setItem('library_marker', JSON.stringify(marker));
  const { saved } = await page({ state: 'prompt', isChromium: true });
  expect(await saved()).toBe('advise');
});

test('an_offer_that_was_dismissed_does_not_come_back', async () => {
  const { saved, dismissKeepOffer, keeping } = await page({ state: 'prompt' });
  expect(await saved()).toBe('ask');
  dismissKeepOffer();
  expect(keeping.get().offer).toBeNull();
  const next = await page({ state: 'prompt' });
  expect(await next.saved()).toBeNull();
});
