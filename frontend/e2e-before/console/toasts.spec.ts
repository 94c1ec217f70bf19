import type { Page } from '@playwright/test';
import { logIn } from '../support/accounts';
import { expect, test } from '../support/base';
import { siteOf } from '../support/site';

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

/** Saves settings that are refused, which a message says. */
async function saveWhatIsRefused(page: Page) {
  await page.getByRole('textbox', { name: '网站名称', exact: true }).fill('');
  await page.getByRole('button', { name: '保存', exact: true }).tap();
  const message = page.getByText('请先修正错误再保存');
  await expect(message).toBeVisible();
  return message;
}

/** The names of the controls of some elements that a message lies over. */
function covered(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const message = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect();
    if (message === undefined) throw new Error('there is no message');
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        const isBeside = box.bottom <= message.top || message.bottom <= box.top;
        return box.height > 0 && !isBeside;
      })
      .map((control) => control.ariaLabel ?? control.textContent ?? '');
  }, within);
}

test('on_a_phone_a_message_lies_over_no_bar_and_below_the_menus', async ({ page, request }) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/basic-info`);
  const message = await saveWhatIsRefused(page);
  // It has come to its place.
  await message.evaluate((text) =>
    Promise.all((text.closest('li') as Element).getAnimations().map(({ finished }) => finished)),
  );
  expect(await covered(page, ':is(header, [aria-label=网站], nav) :is(button, a)')).toEqual([]);
  await page.getByRole('button', { name: '界面语言' }).tap();
  const choice = page.getByRole('menuitemradio', { name: 'English' });
  await expect(choice).toBeVisible();
  await expect(message).toBeVisible();
  await choice.tap({ timeout: 5_000 });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
});

test.describe('on_a_tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('a_message_is_in_sight_beside_the_column_of_the_console', async ({ page, request }) => {
    const site = await siteOf(request);
    await logIn(page, site.author, `${site.path}/basic-info`);
    await expect(await saveWhatIsRefused(page)).toBeInViewport({ ratio: 1 });
  });
});
