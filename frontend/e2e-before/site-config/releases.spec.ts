import { randomUUID } from 'node:crypto';
import { logIn } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

test('an_older_release_comes_back_for_visitors_at_once', async ({ page, request, visitor }) => {
  const site = await siteOf(request);
  const id = randomUUID();
  const revision = await site.write('文章', '# 文章\n\n第一稿的文字', id);
  await site.publish();
  await site.write('文章', '# 文章\n\n第二稿的文字', id, revision);
  await site.publish();
  const shown = async () => (await site.read('/docs/start/文章')).text();
  await expect.poll(shown).toContain('第二稿的文字');

  await logIn(page, site.author, `${site.path}/overview`);
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '恢复到第 1 版？' });
  await expect(dialog).toBeVisible();
  expect(await visitor.violations('popup')).toEqual([]);
  await dialog.getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('已恢复到第 1 版')).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: '第 1 版' }).getByText('当前版本'),
  ).toBeVisible();
  await expect.poll(shown).toContain('第一稿的文字');
});

test('a_site_without_a_knowledge_base_leads_to_the_choice_of_one', async ({
  page,
  request,
  visitor,
}) => {
  const site = await siteOf(request, { isBound: false });
  await logIn(page, site.author, `${site.path}/overview`);
  await page.getByRole('button', { name: /^发布/ }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('请先选择知识库再发布。')).toBeVisible();
  expect(await visitor.violations('popup')).toEqual([]);
  await dialog.getByRole('link', { name: '选择知识库' }).click();
  await expect(page).toHaveURL(new RegExp(`${site.path}/knowledge-base$`));
  await expect(dialog).toHaveCount(0);
});

test('what_publishing_changes_of_the_settings_is_shown_before', async ({
  page,
  request,
  visitor,
}) => {
  const site = await siteOf(request);
  await site.write('文章', '# 文章');
  await site.publish();
  await logIn(page, site.author, `${site.path}/appearance`);
  await page.getByRole('radio', { name: '优雅' }).click();
  await page.getByRole('switch', { name: '段落首行缩进' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('已保存')).toBeVisible();
  await page.getByRole('button', { name: /^发布/ }).first().click();
  const dialog = page.getByRole('dialog', { name: '发布' });
  await expect(dialog.getByText('段落首行缩进、主题')).toBeVisible();
  await dialog.getByRole('button', { name: '对比 外观' }).click();
  await expect(dialog.getByRole('definition')).toHaveText(['关', '开', '经典', '优雅']);
  expect(await visitor.violations('popup')).toEqual([]);
});

test('one_document_is_published_and_another_waits_for_its_moment', async ({
  page,
  request,
  visitor,
}) => {
  const site = await siteOf(request);
  await site.write('甲', '# 甲');
  await site.publish();
  for (const title of ['乙', '丙', '丁']) await site.write(title, `# ${title}`);
  const status = async (title: string) => (await site.read(`/docs/start/${title}`)).status();
  await logIn(page, site.author, `${site.path}/overview`);
  await page
    .getByRole('button', { name: /^发布更新/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: '发布', exact: true });
  const row = (title: string) => dialog.getByRole('listitem').filter({ hasText: `/${title}` });
  await row('乙').getByRole('button', { name: '单独发布' }).click();
  expect(await visitor.violations('popup')).toEqual([]);
  await row('乙').getByRole('button', { name: '只发布这一篇' }).click();
  await expect(row('乙')).toHaveCount(0);
  await expect.poll(() => status('乙')).toBe(200);
  expect(await status('丙')).toBe(404);

  await row('丙').getByRole('button', { name: '单独发布' }).click();
  await row('丙').getByRole('radio', { name: '定时发布' }).click();
  const tomorrow = new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 16);
  await row('丙').getByLabel('发布时间').fill(tomorrow);
  await row('丙').getByRole('button', { name: '定时发布' }).click();
  await expect(row('丙').getByText(/将于 .+ 单独发布/)).toBeVisible();
  await dialog.getByRole('button', { name: '取消', exact: true }).click();

  const waiting = page.getByRole('listitem').filter({ hasText: /丙.*将于 .+ 单独发布/ });
  await waiting.getByRole('button', { name: '更改' }).click();
  await waiting.getByRole('button', { name: '取消定时' }).click();
  await expect(waiting).toHaveCount(0);
});
