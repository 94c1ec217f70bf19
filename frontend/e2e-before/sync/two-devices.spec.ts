import { person } from '../support/accounts';
import { faults } from '../support/axe';
import { expect, test } from '../support/base';
import { records } from '../support/storage';
import { twoDevices } from '../support/sync';

test('what_is_written_here_is_seen_there', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await a.write('# 新的字\n\n第一段');
  await b.shows('第一段');
  await b.synced();
  // The text before is a version, and the way back is one step.
  await b.write('# 新的字\n\n第二段');
  await a.shows('第二段');
  await a.library.create('第二篇');
  await a.write('另一篇的字');
  await b.library.shows('新的字', '第二篇');
  await expect(b.library.row('第二篇').getByTestId('sync-badge')).toHaveAttribute(
    'data-state',
    'synced',
  );
});

test('the_menu_says_which_knowledge_base_is_synchronized', async ({ browser }) => {
  const [, b] = await twoDevices(browser, person('安安'));
  await b.page.getByRole('button', { name: /^知识库：/ }).click();
  const bases = b.page.getByRole('menuitemradio', { name: '我的知识库', exact: true });
  await expect(bases).toHaveCount(2);
  await expect(bases.first()).toHaveAccessibleDescription('');
  await expect(bases.last()).toHaveAccessibleDescription('与服务器同步');
  await expect(bases.last()).toBeChecked();
  expect(await faults(b.page, 'popup')).toEqual([]);
});

for (const [button, here, there] of [
  ['保留我的', '乙的字', '乙的字'],
  ['使用另一版本', '甲的字', '甲的字'],
] as const) {
  test(`a_conflict_is_solved_by_choice_${button}`, async ({ browser }) => {
    const [a, b] = await twoDevices(browser, person('安安'));
    await conflict(a, b);
    await b.page.getByRole('button', { name: '查看并选择' }).click();
    await expect(b.page.getByRole('dialog')).toBeVisible();
    expect(await faults(b.page, 'popup')).toEqual([]);
    await b.page.getByRole('button', { name: button, exact: true }).click();
    await b.shows(here);
    await b.synced();
    await a.shows(there);
  });
}

test('a_conflict_is_solved_by_keeping_both', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await conflict(a, b);
  await b.page.getByRole('button', { name: '查看并选择' }).click();
  await b.page.getByRole('button', { name: '两个都保留', exact: true }).click();
  await b.shows('甲的字');
  await b.library.shows('起点', '起点（我的版本）');
  await a.library.shows('起点', '起点（我的版本）');
});

test('a_conflict_is_solved_by_hand', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await conflict(a, b);
  await b.page.getByRole('button', { name: '查看并选择' }).click();
  await b.page.getByRole('radio', { name: '合并' }).click();
  await b.page.getByRole('textbox', { name: '合并结果' }).fill('# 起点\n\n甲乙的字');
  await b.page.getByRole('button', { name: '保存合并结果' }).click();
  await b.shows('甲乙的字');
  await a.shows('甲乙的字');
});

test('changes_of_different_paragraphs_are_merged_without_a_question', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await a.send('# 起点\n\n第一段\n\n第二段\n\n第三段');
  await b.shows('第三段');
  await b.page.context().setOffline(true);
  await b.write('# 起点\n\n第一段\n\n第二段\n\n第三段，手机上改的');
  await a.send('# 起点\n\n第一段，电脑上改的\n\n第二段\n\n第三段');
  await b.page.context().setOffline(false);
  await b.shows('第一段，电脑上改的');
  await b.shows('第三段，手机上改的');
  await b.synced();
  await a.shows('第三段，手机上改的');
});

test('a_merge_that_is_half_done_stays_after_escape_and_after_a_reload', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await conflict(a, b);
  const { page } = b;
  const result = page.getByRole('textbox', { name: '合并结果' });
  await page.getByRole('button', { name: '查看并选择' }).click();
  await page.getByRole('radio', { name: '合并' }).click();
  await page.getByRole('button', { name: '两段都保留' }).click();
  await expect(result).toHaveValue('# 起点\n\n乙的字\n甲的字');
  await page.getByRole('button', { name: '用另一版本', exact: true }).click();
  await expect(result).toHaveValue('# 起点\n\n甲的字');
  await result.fill('# 起点\n\n甲乙的字');
  expect(await faults(page, 'popup')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: '查看并选择' }).click();
  await expect(result).toHaveValue('# 起点\n\n甲乙的字');
  await result.fill('# 起点\n\n甲乙丙的字');
  await page.reload();
  await page.getByRole('button', { name: '查看并选择' }).click();
  await expect(result).toHaveValue('# 起点\n\n甲乙丙的字');
  await page.getByRole('button', { name: '保存合并结果' }).click();
  await a.shows('甲乙丙的字');
});

test('an_article_that_another_device_deletes_stays_on_screen_until_its_author_leaves_it', async ({
  browser,
}) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await a.library.create('第二篇');
  await a.send('要删的字');
  await b.library.row('第二篇').click();
  await b.shows('要删的字');
  await b.editor.focusSource();
  await a.library.act('第二篇', '删除');
  await expect(b.page.getByText('“第二篇”已在其他设备上删除')).toBeVisible();
  await b.page.keyboard.type('接着敲的字');
  await b.shows('要删的字');
  expect(await faults(b.page)).toEqual([]);
  await b.page.getByRole('button', { name: '关闭', exact: true }).click();
  await b.shows('起点');
  await expect(b.editor.article).not.toContainText('接着敲的字');
});

test('logging_out_asks_and_takes_what_the_server_has_out_of_the_browser', async ({ browser }) => {
  const [{ page }] = await twoDevices(browser, person('安安'));
  await page.getByRole('button', { name: /账号菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const remove = page.getByRole('button', { name: '移除已同步的内容并退出' });
  await expect(remove).toBeVisible();
  expect(await faults(page, 'popup')).toEqual([]);
  await remove.click();
  await expect(page).toHaveURL(/\/$/);
  expect(await records(page, 'posts')).toEqual([]);
  const rows = (await records(page, 'settings')).map(({ key }) => String(key));
  expect(rows.filter((key) => key.startsWith('~sync'))).toEqual([]);
});

/** Both write while `b` has no network. */
async function conflict(
  a: Awaited<ReturnType<typeof twoDevices>>[0],
  b: Awaited<ReturnType<typeof twoDevices>>[0],
): Promise<void> {
  await b.page.context().setOffline(true);
  await b.write('# 起点\n\n乙的字');
  await a.send('# 起点\n\n甲的字');
  await b.page.context().setOffline(false);
  await expect(b.state).toHaveAttribute('data-state', 'conflict');
}
