import { person } from '../support/accounts';
import { faults } from '../support/axe';
import { expect, test } from '../support/base';
import { twoDevices } from '../support/sync';

test('versions_of_the_server_are_seen_and_restored', async ({ browser }) => {
  const [a] = await twoDevices(browser, person('安安'));
  await a.send('# 起点\n\n后来的字');
  await a.library.act('起点', '历史版本');
  await a.page.getByRole('radio', { name: '服务器' }).click();
  const list = a.page.getByRole('list', { name: '服务器上的版本' });
  await expect(list.getByRole('button')).toHaveCount(2);
  await expect(list.getByRole('button').first()).toContainText('安安');
  await list.getByRole('button').last().click();
  await expect(a.page.getByTestId('diff')).toContainText('后来的字');
  expect(await faults(a.page, 'popup')).toEqual([]);
  // The restored text is still on its way when the list is opened again.
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await a.page.route('**/changes', async (route) => {
    await sent;
    await route.continue();
  });
  await a.page.getByRole('button', { name: '恢复这个版本' }).click();
  await expect(a.editor.article).not.toContainText('后来的字');
  await a.library.act('起点', '历史版本');
  await a.page.getByRole('radio', { name: '服务器' }).click();
  await expect(list.getByRole('button')).toHaveCount(2);
  send();
  await expect(list.getByRole('button')).toHaveCount(3);
  await expect(list.getByRole('button').first()).toContainText('恢复');
});

test('the_editor_with_sync_has_no_accessibility_faults', async ({ browser }) => {
  const [a] = await twoDevices(browser, person('安安'));
  expect(await faults(a.page)).toEqual([]);
  await a.page.getByRole('button', { name: /^知识库：/ }).click();
  expect(await faults(a.page, 'popup')).toEqual([]);
});
