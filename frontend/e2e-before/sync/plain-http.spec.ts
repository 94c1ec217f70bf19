import { createHash } from 'node:crypto';
import { LEADER_MS } from '../../src/config/sync';
import { person, sessionOf } from '../support/accounts';
import { expect, test } from '../support/base';
import { pasteImage, widthOf } from '../support/pasted-image';
import { makePlain } from '../support/plain-http';
import { Device, isExchange, twoDevices } from '../support/sync';

test('without_locks_what_is_written_here_is_seen_there', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'), makePlain);
  await a.write('# 新的字\n\n第一段');
  await b.shows('第一段');
  await b.write('# 新的字\n\n第二段');
  await a.shows('第二段');
  await a.library.create('第二篇');
  await a.write('另一篇的字');
  await b.library.shows('新的字', '第二篇');
  await b.library.row('第二篇').click();
  await b.shows('另一篇的字');
});

test('without_locks_one_tab_sends_and_another_goes_on_when_it_is_closed', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'), makePlain);
  const context = a.page.context();
  // Time stands still, so that no tab of a busy machine is silent for too long; what is due is done all the same.
  const now = Date.now();
  await context.clock.setFixedTime(now);
  const page = await context.newPage();
  const senders: string[] = [];
  for (const [name, tab] of [
    ['first', a.page],
    ['second', page],
  ] as const) {
    tab.on('request', (request) => {
      if (isExchange(request)) senders.push(name);
    });
  }
  await page.goto('/md');
  const second = new Device(page);
  await second.editor.ready();
  await second.synced();
  await second.library.create('第二页写的');
  await b.library.shows('起点', '第二页写的');
  expect(new Set(senders)).toEqual(new Set(['first']));
  await a.page.close();
  await context.clock.setFixedTime(now + LEADER_MS);
  await second.write('第一页关了以后写的');
  await b.library.row('第二页写的').click();
  await b.shows('第一页关了以后写的');
  expect(senders.at(-1)).toBe('second');
});

test('over_plain_http_a_drawing_and_an_image_are_at_the_server', async ({ browser, request }) => {
  const who = person('安安');
  const [a, b] = await twoDevices(browser, who, makePlain);
  const source = 'graph TD\n  A --> B';
  await a.send(`\`\`\`mermaid\n${source}\n\`\`\``);
  const ask = await sessionOf(request, who);
  const address = `${await a.address()}/diagrams`;
  const hashes = async () => (await ask<{ hashes: string[] }>('get', address)).hashes;
  await expect.poll(hashes).toEqual([createHash('sha256').update(source).digest('hex')]);
  await a.library.create('有图');
  await pasteImage(a.editor);
  await expect.poll(() => widthOf(a.editor)).toBe(1);
  await a.editor.saved();
  await a.synced();
  await b.library.row('有图').click();
  await expect.poll(() => widthOf(b.editor)).toBe(1);
});
