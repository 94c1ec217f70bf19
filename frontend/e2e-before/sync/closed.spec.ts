import { person, sessionOf, teamOf } from '../support/accounts';
import { faults } from '../support/axe';
import { expect, test } from '../support/base';
import { type Device, device, twoDevices } from '../support/sync';

interface Base {
  settingsRevision: number;
}

test('an_archived_knowledge_base_is_only_read_until_somebody_takes_it_out', async ({
  browser,
  request,
}) => {
  const who = person('安安');
  const [a, b] = await twoDevices(browser, who);
  const ask = await sessionOf(request, who);
  const address = await a.address();
  const { settingsRevision } = await ask<Base>('get', address);
  await ask('patch', address, { status: 'archived' }, { 'If-Match': `"${settingsRevision}"` });
  for (const one of [a, b]) {
    await expect(one.page.getByText('知识库已归档，只能查看。')).toBeVisible();
  }
  await b.editor.write('归档以后的字');
  await expect(b.editor.article).not.toContainText('归档以后的字');
  await expect(b.page.getByRole('button', { name: '新建文章' })).toBeDisabled();
  await b.library.openMenu('起点');
  await expect(b.page.getByRole('menuitem', { name: '删除' })).toBeDisabled();
  await expect(b.page.getByRole('menuitem', { name: '历史版本' })).toBeEnabled();
  await b.page.keyboard.press('Escape');
  await b.page.getByRole('button', { name: /^分类：/ }).click();
  await expect(b.page.getByRole('menuitem', { name: '新建分类' })).toBeDisabled();
  await b.page.keyboard.press('Escape');
  // A key says why it changes nothing.
  await b.library.tree.press('Delete');
  await expect(b.page.getByText('知识库已归档，目前只能查看')).toBeVisible();
  await b.library.shows('起点');
  expect(await faults(b.page)).toEqual([]);
  await b.page.getByRole('button', { name: '取消归档' }).click();
  for (const one of [b, a]) {
    await expect(one.page.getByText('知识库已归档，只能查看。')).toHaveCount(0);
  }
  await b.send('又能写的字');
  await a.shows('又能写的字');
});

test('a_knowledge_base_that_others_put_into_the_bin_waits_and_one_that_they_removed_may_be_put_back', async ({
  browser,
  request,
}) => {
  const owner = person('安安');
  const writer = person('白白');
  await teamOf(request, owner, '编辑部', [{ person: writer, role: 'editor' }]);
  const a = await device(browser, owner);
  await a.write('# 起点');
  await a.turnOn('编辑部');
  const b = await device(browser, writer);
  await b.fetch('我的知识库');
  const ask = await sessionOf(request, owner);
  const address = await a.address();
  const bar = (text: string) => b.page.getByRole('status').filter({ hasText: text });

  // Nobody writes: the next look of the browser finds it.
  await ask('delete', address);
  await expect(bar('这个知识库在回收站中。')).toBeVisible();
  await b.write('# 起点\n\n回收站里的字');
  await expect(b.state).toHaveAttribute('data-state', 'waiting');
  expect(await faults(b.page)).toEqual([]);
  await ask('post', `${address}/restore`);
  await expect(bar('这个知识库在回收站中。')).toHaveCount(0);
  await b.synced();
  await a.shows('回收站里的字');

  await ask('delete', address);
  await ask('post', `${address}/purge`);
  await expect(bar('服务器上已没有这个知识库。')).toBeVisible();
  await b.write('# 起点\n\n删除以后的字');
  expect(await faults(b.page)).toEqual([]);
  await b.page.reload();
  await b.editor.ready();
  await expect(bar('服务器上已没有这个知识库。')).toBeVisible();
  await b.shows('删除以后的字');

  await b.page.getByRole('button', { name: '重新上传到服务器…' }).click();
  await expect(b.page.getByRole('combobox', { name: '同步到' })).toHaveText('编辑部');
  await b.page.getByRole('button', { name: '开启同步' }).click();
  await b.synced();
  await expect(bar('服务器上已没有这个知识库。')).toHaveCount(0);
  expect(await b.address()).not.toBe(address);
  const { documents } = await ask<{ documents: { content: string }[] }>(
    'get',
    `${await b.address()}/changes?since=0`,
  );
  expect(documents.map(({ content }) => content)).toContain('# 起点\n\n删除以后的字');
});

test('an_editor_who_becomes_a_viewer_keeps_the_text_and_sends_it_when_allowed_again', async ({
  browser,
  request,
}) => {
  const owner = person('安安');
  const writer = person('白白');
  const team = await teamOf(request, owner, '编辑部', [{ person: writer, role: 'editor' }]);
  const a = await device(browser, owner);
  await a.write('# 起点');
  await a.turnOn('编辑部');
  const b = await device(browser, writer);
  await b.fetch('我的知识库');
  await b.shows('起点');
  await b.send('# 起点\n\n编辑的字');
  await a.shows('编辑的字');
  const ask = await sessionOf(request, owner);
  const { items } = await ask<{ items: { userId: string; nickname: string }[] }>(
    'get',
    `/teams/${team}/members`,
  );
  const member = items.find(({ nickname }) => nickname === '白白')?.userId;
  const become = (role: string) => ask('patch', `/teams/${team}/members/${member}`, { role });
  await become('viewer');
  await b.write('# 起点\n\n只能查看以后的字');
  await expect(b.page.getByText('你在这个团队只能查看。', { exact: false })).toBeVisible();
  await expect(b.state).toHaveAttribute('data-state', 'waiting');
  expect(await faults(b.page)).toEqual([]);
  await b.page.reload();
  await b.editor.ready();
  await b.shows('只能查看以后的字');
  await expect(a.editor.article).not.toContainText('只能查看以后的字');
  await become('editor');
  await b.wake();
  await a.shows('只能查看以后的字');
  await b.synced();
  await expect(b.page.getByText('你在这个团队只能查看。', { exact: false })).toHaveCount(0);
});

test('a_document_that_others_deleted_can_be_had_back_later', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await a.library.create('要删的');
  await a.send('要删的字');
  await b.library.shows('起点', '要删的');
  await b.library.act('要删的', '删除');
  await a.library.shows('起点');
  await a.page.reload();
  await a.editor.ready();
  await a.menu('最近删除…');
  await expect(a.page.getByText('在其他设备上删除')).toBeVisible();
  expect(await faults(a.page, 'popup')).toEqual([]);
  await a.page.getByRole('button', { name: '恢复“要删的”' }).click();
  await expect(a.page.getByText('最近 30 天没有删除过文章。')).toBeVisible();
  await a.page.keyboard.press('Escape');
  await a.library.shows('起点', '要删的');
  await b.library.shows('起点', '要删的');
  await b.library.row('要删的').click();
  await b.shows('要删的字');
});

test('an_author_whose_name_for_the_base_was_replaced_is_told_and_may_keep_it', async ({
  browser,
}) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await b.page.context().setOffline(true);
  await rename(b, '乙起的名');
  const renamed = a.page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await rename(a, '甲起的名');
  await renamed;
  await b.page.context().setOffline(false);
  await expect(b.page.getByText('知识库在别处被改名为“甲起的名”', { exact: false })).toBeVisible();
  await expect(b.page.getByRole('button', { name: '知识库：甲起的名' })).toBeVisible();
  expect(await faults(b.page)).toEqual([]);
  await b.page.getByRole('button', { name: '保留我的' }).click();
  await expect(b.page.getByText('知识库在别处被改名', { exact: false })).toHaveCount(0);
  await expect(a.page.getByRole('button', { name: '知识库：乙起的名' })).toBeVisible();
});

async function rename(device: Device, name: string): Promise<void> {
  await device.menu('编辑知识库');
  await device.page.getByRole('textbox', { name: '名称' }).fill(name);
  await device.page.getByRole('button', { name: '保存' }).click();
  await expect(device.page.getByRole('button', { name: `知识库：${name}` })).toBeVisible();
}
