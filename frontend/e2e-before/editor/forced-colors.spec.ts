import type { Locator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { logIn } from '../support/accounts';
import { expect, test } from '../support/editor';
import { difference } from '../support/pictures';
import { siteOf } from '../support/site';

/** Around a control: its outline stands outside of it. */
const MARGIN_PX = 6;
/** Fewer pixels are a trace that nobody sees. */
const SEEN_PIXELS = 40;

/** A control with what surrounds it, while the pointer is elsewhere and nothing moves. */
async function picture(page: Page, control: Locator): Promise<Buffer> {
  await control.scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  const box = await control.boundingBox();
  if (box === null) throw new Error('the control is not drawn');
  return page.screenshot({
    animations: 'disabled',
    clip: {
      x: Math.max(0, box.x - MARGIN_PX),
      y: Math.max(0, box.y - MARGIN_PX),
      width: box.width + 2 * MARGIN_PX,
      height: box.height + 2 * MARGIN_PX,
    },
  });
}

function luminance([r = 0, g = 0, b = 0]: readonly number[]): number {
  const [R = 0, G = 0, B = 0] = [r, g, b].map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * R + 0.7152 * G + 0.0722 * B;
}

/** Pixels that stand out from the corner of a picture, as WCAG 1.4.11 asks of what is no text. */
function standingOut(png: Buffer): number {
  const { data } = PNG.sync.read(png);
  const ground = luminance([...data.subarray(0, 3)]);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const here = luminance([...data.subarray(at, at + 3)]);
    if ((Math.max(ground, here) + 0.05) / (Math.min(ground, here) + 0.05) >= 3) count += 1;
  }
  return count;
}

/** A control is seen, and chosen it looks otherwise than before. */
async function looksChosen(page: Page, control: Locator) {
  const name = await control.evaluate((element) => element.ariaLabel ?? element.textContent);
  expect(await isChosen(control), `${name} is not chosen yet`).toBe(false);
  const before = await picture(page, control);
  expect(standingOut(before), `${name} is seen`).toBeGreaterThan(SEEN_PIXELS);
  await control.click();
  await expect.poll(() => isChosen(control)).toBe(true);
  const after = await picture(page, control);
  expect(standingOut(after), `${name} is seen when it is chosen`).toBeGreaterThan(SEEN_PIXELS);
  expect(difference(before, after).count, `${name} looks chosen`).toBeGreaterThan(SEEN_PIXELS);
}

function isChosen(control: Locator): Promise<boolean> {
  return control.evaluate(
    (element) =>
      (element instanceof HTMLInputElement && element.checked) ||
      ['checked', 'selected', 'pressed', 'current'].some((state) =>
        ['true', 'page'].includes(element.getAttribute(`aria-${state}`) ?? ''),
      ),
  );
}

/** The focus is seen where the key `Tab` puts it. */
async function looksFocused(page: Page, control: Locator) {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const before = await picture(page, control);
  await control.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
  const after = await picture(page, control);
  expect(difference(before, after).count).toBeGreaterThan(SEEN_PIXELS);
}

/** A swatch shows its own color, which is what it is for. */
async function showsColor(control: Locator, color: readonly number[]) {
  const { data, width, height } = PNG.sync.read(await control.screenshot());
  const at = (Math.floor(height / 2) * width + Math.floor(width / 4)) * 4;
  expect([...data.subarray(at, at + 3)]).toEqual(color);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`colors_forced_on_a_${colorScheme}_ground`, () => {
    test.use({ colorScheme });
    test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

    test('what_is_chosen_in_the_editor_is_seen', async ({ editor, page }) => {
      await editor.open();
      const radio = (name: string) => page.getByRole('radio', { name, exact: true });
      await looksChosen(page, page.getByRole('button', { name: '样式', exact: true }));
      await looksChosen(page, radio('优雅'));
      await looksChosen(page, radio('18'));
      await showsColor(radio('翡翠绿'), [0, 152, 116]);
      await looksChosen(page, radio('翡翠绿'));
      await looksChosen(page, page.getByRole('switch', { name: '首行缩进' }));
      await looksFocused(page, page.getByRole('switch', { name: '首行缩进' }));
      await looksFocused(page, radio('优雅'));
      await looksFocused(page, radio('翡翠绿'));
      await looksFocused(page, page.getByRole('slider').first());
      for (const name of ['大纲', 'CSS 方案']) {
        await looksChosen(page, page.getByRole('tab', { name, exact: true }));
      }
      await page.getByRole('button', { name: '新建文章' }).first().click();
      await page.keyboard.press('Enter');
      await looksChosen(page, page.getByRole('treeitem', { name: '内容 1' }));
    });

    test('what_is_chosen_in_the_console_is_seen', async ({ page, request }) => {
      const site = await siteOf(request);
      await logIn(page, site.author, `${site.path}/appearance`);
      const radio = (name: string) => page.getByRole('radio', { name, exact: true });
      await looksChosen(page, radio('优雅'));
      await looksChosen(page, radio('翡翠绿'));
      await looksChosen(page, page.getByRole('switch', { name: /缩进/ }));
      await looksFocused(page, page.getByRole('switch', { name: /缩进/ }));
      await page.keyboard.press('Control+s');
      await expect(page.getByText('已保存')).toBeVisible();
      await looksChosen(page, page.getByRole('link', { name: '导航', exact: true }));
      await page.goto('/team/personal/knowledge');
      await looksChosen(page, page.getByRole('button', { name: /回收站/ }).first());
      await looksChosen(page, page.getByRole('link', { name: '网站', exact: true }).first());
    });

    test('what_is_chosen_on_the_landing_page_is_seen', async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('#splash, .rendered-screen')).toHaveCount(0);
      await looksChosen(page, page.getByRole('radio', { name: '翡翠绿' }));
      await looksFocused(page, page.getByRole('radio', { name: '翡翠绿' }));
    });
  });
}
