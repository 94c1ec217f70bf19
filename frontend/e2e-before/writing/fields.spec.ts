import { SITE_TABS } from '../../src/config/paths';
import { logIn } from '../support/accounts';
import { expect, test } from '../support/editor';
import { siteOf } from '../support/site';
import { smallFields } from '../support/touch';

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

/** Commands of the palette that open a panel or a dialog with fields. */
const COMMANDS = ['表格', '公式', '公众号名片', 'CSS 面板', 'AI 助手', '图片', '查找和替换'];

test('safari_has_no_reason_to_zoom_in_on_a_field_of_the_editor', async ({ editor, page }) => {
  const small: string[] = [];
  await page.goto('/md');
  await expect(editor.article).toBeAttached();
  const fields = page
    .locator(':is([role=dialog], search) :is(input, textarea)')
    .filter({ visible: true });
  for (const command of COMMANDS) {
    // Closes what the command before has opened.
    await page.keyboard.press('Escape');
    await expect(fields).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Markdown 正文' }).focus();
    await page.keyboard.press('F1');
    const search = page.getByRole('combobox').first();
    await search.fill(command);
    small.push(...(await smallFields(page)));
    await page.getByRole('option', { name: command }).first().tap();
    await expect(search).toBeHidden();
    await expect(fields.first()).toBeVisible();
    small.push(...(await smallFields(page)).map((field) => `${command}: ${field}`));
  }
  expect(small).toEqual([]);
});

test('safari_has_no_reason_to_zoom_in_on_a_field_of_the_console', async ({ page, request }) => {
  const site = await siteOf(request);
  const small: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    small.push(...(await smallFields(page)).map((field) => `${path}: ${field}`));
  };
  for (const path of ['/', '/login', '/register', '/reset-password']) await look(path);
  await logIn(page, site.author, `${site.path}/overview`);
  for (const tab of SITE_TABS) await look(`${site.path}/${tab}`);
  for (const path of ['/account', '/admin/knowledge', '/admin/sites']) await look(path);
  expect(small).toEqual([]);
});
