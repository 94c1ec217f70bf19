import { expect, test } from '../support/editor';

test('a_dialog_and_a_panel_that_hang_are_seen_at_once_said_after_seconds_and_left', async ({
  editor,
  page,
}) => {
  // They never answer.
  await page.route(/\/assets\/(help-dialog|style-panel)-.*\.js$/, () => undefined);
  await editor.open();
  await editor.write('# 写到一半');
  await page.getByRole('button', { name: '帮助', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-waiting');
  await expect(page.getByText('网络很慢，这部分还在打开。')).toBeVisible();
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
  await page.getByRole('button', { name: '样式', exact: true }).click();
  const panel = page.getByRole('complementary', { name: '右侧栏' });
  await expect(panel.getByText('网络很慢，这部分还在打开。')).toBeVisible();
  await panel.getByRole('button', { name: '收起右侧栏' }).click();
  await expect(editor.article.locator('h1')).toHaveText('写到一半');
});
