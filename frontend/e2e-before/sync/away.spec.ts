import { logIn, person, teamOf } from '../support/accounts';
import { expect, test } from '../support/base';
import { records } from '../support/storage';
import { device, isExchange, twoDevices } from '../support/sync';

test('a_day_without_a_network_is_made_up_for', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await a.library.create('留下');
  await a.write('会改的字');
  await a.library.create('删去');
  await a.send('会删的字');
  await b.library.shows('起点', '留下', '删去');
  await b.library.row('删去').click();
  await b.shows('会删的字');
  await b.page.context().setOffline(true);
  await b.library.row('留下').click();
  await b.write('# 改过的字');
  await b.library.act('删去', '删除');
  await b.library.create('新的');
  await b.write('没有网络时写的');
  await expect(b.state).toHaveAttribute('data-state', 'waiting');
  // The page is closed and opened again before the server is reached: what waits follows from the texts alone.
  await b.page.context().setOffline(false);
  await b.page.context().route('**/api/**', (route) => route.abort('internetdisconnected'));
  await b.page.reload();
  await b.editor.ready();
  await expect(b.state).toHaveAttribute('data-state', 'waiting');
  await b.page.context().unroute('**/api/**');
  await b.page.evaluate(() => dispatchEvent(new Event('online')));
  await b.synced();
  await a.library.shows('起点', '留下', '新的');
  await a.library.row('留下').click();
  await a.shows('改过的字');
});

test('a_wiped_browser_gets_everything_back_and_deletes_nothing', async ({ browser }) => {
  const who = person('安安');
  const first = await device(browser, who);
  await first.write('# 起点');
  await first.turnOn();
  await first.library.create('第二篇');
  await first.send('第二篇的字');
  await first.page.goto('about:blank');
  await first.page.context().close();
  const wiped = await device(browser, who);
  await wiped.fetch('我的知识库');
  await wiped.library.shows('起点', '第二篇');
  await wiped.library.row('第二篇').click();
  await wiped.shows('第二篇的字');
});

test('another_account_in_the_same_browser_sends_and_receives_nothing', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  const requests: string[] = [];
  await b.page.evaluate(() => {
    localStorage.removeItem('token');
    localStorage.removeItem('userInfo');
  });
  await logIn(b.page, person('白白'), '/md');
  await b.editor.ready();
  b.page.on('request', (request) => {
    if (isExchange(request)) requests.push(request.url());
  });
  await expect(b.page.getByText('由另一个账号同步')).toBeAttached();
  await b.write('# 别人的字');
  await a.send('# 起点\n\n新的字');
  await expect(b.state).toHaveAttribute('data-state', 'local');
  expect(requests).toEqual([]);
  expect(JSON.stringify(await records(b.page, 'posts'))).not.toContain('新的字');
});

test('a_viewer_reads_and_sends_nothing_and_is_seen', async ({ browser, request }) => {
  const owner = person('安安');
  const viewer = person('白白');
  await teamOf(request, owner, '编辑部', [{ person: viewer, role: 'viewer' }]);
  const a = await device(browser, owner);
  await a.write('# 起点');
  await a.turnOn('编辑部');
  const b = await device(browser, viewer);
  await b.fetch('我的知识库');
  await b.shows('起点');
  await expect(a.page.getByRole('img', { name: '白白 也打开了这篇文章' })).toBeVisible();
  await expect(b.page.getByRole('img', { name: '安安 也打开了这篇文章' })).toBeVisible();
  await b.write('# 起点\n\n读者的字');
  await expect(b.page.getByText('你在这个团队只能查看。', { exact: false })).toBeVisible();
  await expect(b.state).toHaveAttribute('data-state', 'waiting');
  await a.page.reload();
  await a.editor.ready();
  await a.synced();
  await expect(a.editor.article).not.toContainText('读者的字');
});
