import { person, sessionOf } from '../support/accounts';
import { faults } from '../support/axe';
import { expect, test } from '../support/base';
import { Device, freshDevice, twoDevices } from '../support/sync';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

test.afterAll(async ({ request }) => {
  await request.post('/dev/clock?aheadS=0');
});

test('what_was_done_without_a_network_goes_out_a_day_later_from_a_browser_that_was_closed', async ({
  browser,
  request,
}) => {
  const who = person('安安');
  const [a, b] = await twoDevices(browser, who, freshDevice);
  await a.library.create('删去');
  await a.send('会删的字');
  await b.library.shows('起点', '删去');
  const context = b.page.context();
  await context.setOffline(true);
  await b.library.row('起点').click();
  await b.write('# 第一稿');
  await b.write('# 第二稿');
  await b.library.act('删去', '删除');
  await b.library.create('上级');
  await b.write('上级的字');
  await b.library.act('上级', '新建子文章');
  await b.page.getByRole('textbox', { name: '文章名称' }).fill('下级');
  await b.page.keyboard.press('Enter');
  await b.write('下级的字');
  await expect(b.state).toHaveAttribute('data-state', 'waiting');
  const { serverId, teamId } = await b.base();
  await b.page.close();

  await request.post(`/dev/clock?aheadS=${DAY_S}`);
  await context.setOffline(false);
  const later = new Device(await context.newPage());
  await later.page.goto('/md');
  await later.editor.ready();
  await later.synced();
  await a.library.shows('第二稿', '上级', '-下级');
  await a.library.row('下级').click();
  await a.shows('下级的字');

  const ask = await sessionOf(request, who);
  const { documents } = await ask<{
    documents: { title: string; placeRevision: number; updatedAt: string; deletedAt?: string }[];
  }>('get', `/teams/${teamId}/knowledge-bases/${serverId}/changes?since=0`);
  const find = (title: string) => documents.find((one) => one.title === title);
  // The server writes the moment at which it took the text, and takes a parent before what is below it.
  const lateBy = Date.parse(find('第二稿')?.updatedAt ?? '') - Date.now();
  expect(lateBy).toBeGreaterThan((DAY_S / 2) * 1000);
  expect(find('上级')?.placeRevision).toBeLessThan(find('下级')?.placeRevision ?? 0);
  expect(find('删去')?.deletedAt).toBeTruthy();
});

test('a_browser_is_told_of_a_knowledge_base_whose_days_in_the_bin_are_over', async ({
  browser,
  request,
}) => {
  const who = person('安安');
  const [a, b] = await twoDevices(browser, who, freshDevice);
  const ask = await sessionOf(request, who);
  const address = await a.address();
  await a.page.close();
  await ask('delete', address);
  await expect(b.page.getByText('这个知识库在回收站中。', { exact: false })).toBeVisible();
  await b.write('# 起点\n\n回收站里的字');
  // On the way both are still logged in: a session ends when nobody uses it for thirty days.
  await request.post(`/dev/clock?aheadS=${16 * DAY_S}`);
  await b.page.waitForResponse((answer) => answer.url().endsWith('/sync') && answer.ok());
  await ask('get', address);
  // A sweep that ran while the clock jumped comes again only some minutes of the moved clock later: it moves on.
  let aheadS = 31 * DAY_S;
  await expect
    .poll(async () => {
      await request.post(`/dev/clock?aheadS=${aheadS}`);
      aheadS += HOUR_S;
      const list = await ask<{ totals: { nInBin: number } }>(
        'get',
        address.replace(/\/[^/]+$/, ''),
      );
      return list.totals.nInBin;
    })
    .toBe(0);
  await b.page.reload();
  await b.editor.ready();
  await expect(b.page.getByText('服务器上已没有这个知识库。', { exact: false })).toBeVisible();
  await b.shows('回收站里的字');
  expect(await faults(b.page)).toEqual([]);
});
