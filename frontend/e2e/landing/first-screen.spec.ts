// What stands in the page before any script has run, and how the application takes its place.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/visitor';

/** Holds back the program; style sheets and `theme.js` arrive. The answer lets it through. */
async function holdProgram(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const path of ['/', '/login']) {
    test(`the_screen_can_be_read_without_javascript_${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u4e00-\u9fff]/);
      await expect(page.getByRole('link', { name: '墨砚' }).first()).toBeVisible();
      await page.getByRole('link', { name: 'Moyan needs JavaScript.' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/[\u4e00-\u9fff]/);
    });
  }
});

for (const path of ['/', '/login']) {
  for (const [locale, scheme] of [
    ['zh-CN', 'light'],
    ['en', 'dark'],
  ] as const) {
    test(`the_first_frame_has_the_language_and_the_theme_${path}_${locale}`, async ({
      page,
      visitor: _,
    }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.addInitScript((value) => localStorage.setItem('locale', value), locale);
      const release = await holdProgram(page);
      await page.goto(path, { waitUntil: 'commit' });
      const headings = page.getByRole('heading', { level: 1 });
      await expect(headings).toHaveCount(1);
      // The demonstration on the home page brings an article with a heading of its own.
      const heading = headings.first();
      const words = (await heading.textContent()) ?? '';
      expect(/[\u4e00-\u9fff]/.test(words)).toBe(locale === 'zh-CN');
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
      // Places are asked for once the style sheets have arrived, without which nothing is painted either.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
          ({ sheet }) => sheet !== null,
        ),
      );
      const box = await heading.boundingBox();
      release();
      await expect(page.locator('.rendered-screen')).toHaveCount(0);
      // The same words at the same place.
      await expect(heading).toHaveText(words);
      expect(await heading.boundingBox()).toEqual(box);
    });
  }
}

test('the_place_to_which_a_visitor_has_scrolled_stays', async ({ page, visitor: _ }) => {
  const release = await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  release();
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(900);
});

for (const path of ['/', '/login', '/md', '/no-such-page']) {
  test(`no_frame_is_empty_between_the_splash_and_the_screen_${path}`, async ({
    page,
    visitor: _,
  }) => {
    await page.addInitScript(() => {
      const frames = { n: 0, nEmpty: 0 };
      Object.assign(window, { frames });
      const look = () => {
        const isCovered = [
          ...document.querySelectorAll('#splash:not([data-leaving]), .rendered-screen'),
        ].some((element) => element.getClientRects().length > 0);
        const isThere = document.querySelector('#root main') !== null;
        frames.n += 1;
        if (document.getElementById('root') !== null && !isCovered && !isThere) frames.nEmpty += 1;
        requestAnimationFrame(look);
      };
      if (window === window.top) requestAnimationFrame(look);
    });
    await page.goto(path);
    await expect(page.locator('#splash, .rendered-screen')).toHaveCount(0);
    await expect(page.locator('#root main').first()).toBeVisible();
    const frames = await page.evaluate(
      () => (window as unknown as { frames: { n: number; nEmpty: number } }).frames,
    );
    expect(frames.n).toBeGreaterThan(1);
    expect(frames.nEmpty).toBe(0);
  });
}

for (const path of ['/', '/login']) {
  test(`the_program_waits_until_the_visitor_does_something_${path}`, async ({
    page,
    visitor: _,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/assets\/.*\.js$/.test(request.url())) asked.push(request.url());
    });
    await page.goto(path);
    expect(asked).toEqual([]);
    // What is written before the program is there would be lost.
    for (const field of await page.locator('.rendered-screen input:visible').all()) {
      await expect(field).not.toBeEditable();
    }
    await page.mouse.move(20, 20);
    await page.mouse.move(40, 40);
    await expect(page.locator('.rendered-screen')).toHaveCount(0);
    expect(asked.length).toBeGreaterThan(0);
  });

  test(`who_has_a_session_does_not_wait_for_the_program_${path}`, async ({ page, visitor: _ }) => {
    await page.addInitScript(() => localStorage.setItem('token', 'of-before'));
    const program = page.waitForRequest(/\/assets\/index-.*\.js$/);
    await page.goto(path, { waitUntil: 'commit' });
    await program;
    await expect(page.locator('.rendered-screen')).toHaveCount(0);
  });
}
