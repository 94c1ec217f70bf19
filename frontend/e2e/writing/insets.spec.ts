import type { Page } from '@playwright/test';
import { logIn, person } from '../support/accounts';
import { expect, test } from '../support/editor';

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

// A phone with a notch and rounded corners.
const INSETS = { top: 47, bottom: 34 };

/** The buttons, links and fields of a screen that lie under what covers the display; a page is scrolled to its end. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(({ top, bottom }) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return [...document.querySelectorAll<HTMLElement>('button, a[href], input, textarea')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const box = control.getBoundingClientRect();
        const x = box.x + box.width / 2;
        const isUnder = (y: number) =>
          y > 0 && y < innerHeight && control.contains(document.elementFromPoint(x, y));
        // What reaches below is longer than the window, and scrolls by itself.
        return box.height < 200 && (isUnder(top - 1) || isUnder(innerHeight - bottom + 1));
      })
      .map((control) => control.ariaLabel ?? control.textContent ?? control.tagName);
  }, INSETS);
}

test('nothing_of_the_editor_and_the_console_stands_under_a_notch_or_a_rounded_corner', async ({
  editor,
  page,
}) => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
  await page.goto('/md');
  await expect(editor.article).toBeAttached();
  expect(await covered(page)).toEqual([]);
  await page.getByRole('button', { name: '复制到公众号' }).first().waitFor();
  await logIn(page, person('墨客'), '/team/personal/overview');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await covered(page)).toEqual([]);
});
