import { readFileSync } from 'node:fs';
import { expect, test } from '../support/editor';

const corpus: { name: string; html?: string; markdown?: string }[] = JSON.parse(
  readFileSync(
    new URL('../../../engine-wasm/export/tests/fixtures/hostile/corpus.json', import.meta.url),
    'utf8',
  ),
);

test('nothing_hostile_runs_and_nothing_leaves', async ({ editor, page }) => {
  test.slow();
  await page.exposeFunction('__executed', (what: string) => executed.push(what));
  const executed: string[] = [];
  await page.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const) {
      Object.assign(globalThis, {
        [name]: () => (globalThis as unknown as { __executed(w: string): void }).__executed(name),
      });
    }
  });
  await editor.open();
  const url = page.url();
  // Pictures may come from anywhere; all else must stay.
  const images: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') images.push(request.url());
  });
  for (const group of chunks(corpus, 16)) {
    await editor.write(group.map(({ html, markdown }) => html ?? markdown).join('\n\n'));
    await expect(editor.article.locator('.raw-pending')).toHaveCount(0);
    const found = await editor.article.evaluate((root) => ({
      isHostile: '__hostile' in globalThis || '__hostile' in (globalThis.parent ?? globalThis),
      active: [
        ...root.querySelectorAll(
          'script,iframe,object,embed,form,base,meta,link,style:not(.diagram > svg style)',
        ),
      ].map((element) => element.outerHTML),
      handlers: [...root.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
      urls: [...root.querySelectorAll('[href],[src],[action]')].flatMap((element) =>
        ['href', 'src', 'action']
          .map((name) => element.getAttribute(name)?.replace(/[^!-~]/g, '') ?? '')
          .filter((value) => /^(javascript:|vbscript:|data:text|data:image\/svg)/i.test(value)),
      ),
    }));
    expect([group.map(({ name }) => name), found]).toEqual([
      group.map(({ name }) => name),
      { isHostile: false, active: [], handlers: [], urls: [] },
    ]);
  }
  expect(executed).toEqual([]);
  expect(page.url()).toBe(url);
  expect(editor.foreignRequests.filter((address) => !images.includes(address))).toEqual([]);
  // The blocked pictures of the corpus print errors of their own.
  editor.errors.length = 0;
});

function chunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}
