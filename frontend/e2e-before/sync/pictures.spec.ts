import { createHash } from 'node:crypto';
import { person, sessionOf } from '../support/accounts';
import { expect, test } from '../support/base';
import { pasteImage, widthOf } from '../support/pasted-image';
import { twoDevices } from '../support/sync';

test('an_image_that_is_pasted_here_is_seen_there', async ({ browser, request }) => {
  const who = person('安安');
  const [a, b] = await twoDevices(browser, who);
  await pasteImage(a.editor);
  await expect.poll(() => widthOf(a.editor)).toBe(1);
  await a.editor.saved();
  await a.synced();
  await expect(b.editor.article.locator('img')).toHaveCount(1);
  await expect.poll(() => widthOf(b.editor)).toBe(1);
  const ask = await sessionOf(request, who);
  const { names } = await ask<{ names: string[] }>('get', `${await a.address()}/images`);
  expect(names).toHaveLength(1);
});

test('an_image_that_could_not_be_fetched_comes_when_the_article_is_opened', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  await a.library.create('有图');
  await b.library.shows('起点', '有图');
  const images = '**/knowledge-bases/*/images/*';
  let nAsked = 0;
  await b.page.context().route(images, (route) => {
    nAsked += 1;
    return route.abort('connectionreset');
  });
  await pasteImage(a.editor);
  await expect.poll(() => widthOf(a.editor)).toBe(1);
  await a.editor.saved();
  await a.synced();
  await expect.poll(() => nAsked).toBeGreaterThan(0);
  await b.page.context().unroute(images);
  await b.library.row('有图').click();
  await expect.poll(() => widthOf(b.editor)).toBe(1);
});

test('the_drawing_of_a_diagram_is_at_the_server_under_the_hash_of_its_source', async ({
  browser,
  request,
}) => {
  const who = person('安安');
  const [a] = await twoDevices(browser, who);
  const source = 'graph TD\n  A --> B';
  await a.send(`\`\`\`mermaid\n${source}\n\`\`\``);
  const ask = await sessionOf(request, who);
  const address = `${await a.address()}/diagrams`;
  const hash = createHash('sha256').update(source).digest('hex');
  const hashes = async () => (await ask<{ hashes: string[] }>('get', address)).hashes;
  await expect.poll(hashes).toEqual([hash]);
});
