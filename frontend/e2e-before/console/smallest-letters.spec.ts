import type { Page } from '@playwright/test';
import { findChromium } from '../../../scripts/browsers/find.mjs';
import { logIn } from '../support/accounts';
import { CHROMIUM_ARGUMENTS } from '../support/chromium-arguments';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

const executablePath = findChromium();
/** The largest that Chromium's settings offer is 24. */
const SMALLEST_PX = 20;

test.use({
  launchOptions: {
    args: [...CHROMIUM_ARGUMENTS, `--blink-settings=minimumFontSize=${SMALLEST_PX}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
});

/** Texts of several lines, with those of them whose lines lie over each other. */
function wrapped(page: Page) {
  return page.evaluate((smallest) => {
    const found = { n: 0, crowded: [] as string[] };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('.monaco-editor') != null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const tops = [...new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))];
      if (tops.length < 2) continue;
      found.n += 1;
      const isCrowded = tops.some((top, at) => at > 0 && top - (tops[at - 1] ?? 0) < smallest);
      if (isCrowded) found.crowded.push(node.textContent ?? '');
    }
    return found;
  }, SMALLEST_PX);
}

test('wrapped_lines_do_not_lie_over_each_other_where_small_letters_are_drawn_larger', async ({
  page,
  request,
  visitor: _,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/domains`);
  let nWrapped = 0;
  for (const path of [
    ...['overview', 'basic-info', 'domains', 'payments', 'members'].map(
      (tab) => `${site.path}/${tab}`,
    ),
    '/team/personal/knowledge',
    '/account',
    '/',
    '/md',
  ]) {
    await page.goto(path);
    await expect(page.locator('#root main').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { n, crowded } = await wrapped(page);
    expect(crowded, path).toEqual([]);
    nWrapped += n;
  }
  expect(nWrapped).toBeGreaterThan(20);
});
