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
