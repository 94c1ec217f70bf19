import { faults } from '../support/axe';
import { expect, test } from '../support/library';

test('a_deleted_article_can_be_had_back_after_a_reload_or_deleted_for_good', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  for (const title of ['要找回的', '不要了的']) {
    await library.create(title);
    await editor.write(`${title}字`);
    await editor.saved();
    await library.act(title, '删除');
  }
  await library.shows('内容 1');
  await page.reload();
  await editor.ready();
  const open = async () => {
    await page.getByRole('button', { name: /^知识库：/ }).click();
    await page.getByRole('menuitem', { name: '最近删除…' }).click();
  };
  await open();
  const bin = page.getByRole('dialog', { name: '最近删除', exact: true });
  await expect(bin.getByText('2 篇文章，约占 1 KB')).toBeVisible();
  expect(await faults(page, 'popup')).toEqual([]);
  await bin.getByRole('button', { name: '恢复“要找回的”' }).press('Enter');
  await expect(editor.article).toHaveText('要找回的字');
  // The row that takes its place has the focus.
  await expect(bin.getByRole('button', { name: '恢复“不要了的”' })).toBeFocused();
  await bin.getByRole('button', { name: '彻底删除“不要了的”' }).click();
  await page
    .getByRole('dialog', { name: '要彻底删除“不要了的”吗？' })
    .getByRole('button', { name: '删除', exact: true })
    .click();
  await expect(bin.getByText('最近 30 天没有删除过文章。')).toBeVisible();
  await page.keyboard.press('Escape');
  await library.shows('内容 1', '要找回的');
  await page.reload();
  await editor.ready();
  await expect(editor.article).toHaveText('要找回的字');
});
