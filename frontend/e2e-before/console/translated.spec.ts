import { logIn, person, teamOf } from '../support/accounts';
import { siteOf } from '../support/site';
import { translatePages } from '../support/translator';
import { expect, test } from '../support/visitor';

test.beforeEach(({ context }) => translatePages(context));

test('a_translated_console_saves_deletes_and_takes_back_sites', async ({
  page,
  request,
  visitor: _,
}) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/basic-info`);
  await page.getByLabel('网站名称').fill('写作手册');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  const links = page.locator('#content').locator('xpath=..').getByRole('navigation');
  const names = await links
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(names.length).toBeGreaterThan(12);
  for (const href of names) {
    await links.locator(`a[href="${href}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${href}$`));
    await expect(page.locator('#content').getByRole('heading').first()).toBeVisible();
  }
  await page.goto('/team/personal/sites');
  await page.getByRole('button', { name: '“写作手册”的操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('写作手册');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByRole('heading', { name: '写作手册' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '写作手册' }).locator('font')).toHaveCount(0);
});

test('a_translated_console_changes_sections_languages_and_looks', async ({
  page,
  request,
  visitor: _,
}) => {
  const site = await siteOf(request);
  await site.write('文章', '# 文章\n\n正文');
  await logIn(page, site.author, `${site.path}/homepage`);
  await page.getByRole('button', { name: '添加区块' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /常见问题/ })
    .click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('已保存')).toBeVisible();
  await page.getByRole('button', { name: /^发布/ }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: /发布/ }).last().click();
  await expect(page.getByText(/已发布/).first()).toBeVisible();
  await page.getByRole('banner').first().getByRole('button', { name: '切换到深色' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('手册');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '界面语言' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('link', { name: 'Basic info' }).first()).toBeVisible();
});

test('a_translated_team_invites_and_changes_roles', async ({ page, request, visitor: _ }) => {
  const owner = person('墨客');
  const editor = person('林小满');
  const team = await teamOf(request, owner, '雨夜编辑部', [{ person: editor, role: 'editor' }]);
  await logIn(page, owner, `/team/${team}/members`);
  const row = page.getByRole('listitem').filter({ hasText: '林小满' });
  await row.getByRole('combobox', { name: '林小满 的角色' }).click();
  await page.getByRole('option', { name: '查看者' }).click();
  await expect(page.getByText('林小满 现在是查看者')).toBeVisible();
  await row.getByRole('button', { name: '移出团队' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '移出团队' }).click();
  await expect(row).toHaveCount(0);
  for (const name of ['概览', '知识库', '网站', '成员', '设置']) {
    await page.getByRole('link', { name, exact: true }).last().click();
    await expect(page.locator('#content').getByRole('heading').first()).toBeVisible();
  }
});
