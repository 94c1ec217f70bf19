import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type EditorScreen, expect, test } from '../support/editor';
import { putSettings } from '../support/storage';

interface Case {
  name: string;
  html?: string;
  markdown?: string;
  /** An author's style sheet. */
  css?: string;
  /** What mermaid is made to draw. */
  diagram?: string;
}

const corpus: Case[] = JSON.parse(
  readFileSync(
    new URL('../../../engine-wasm/export/tests/fixtures/hostile/corpus.json', import.meta.url),
    'utf8',
  ),
);

const DRAWINGS = [
  'flowchart LR\n  A[<img src=x onerror="window.__hostile=1">] --> B["<script>window.__hostile=1</script>"]',
  'flowchart LR\n  A --> B\n  click A "javascript:window.__hostile=1" "x"\n  click B call alert()',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\nflowchart LR\n  A["<iframe srcdoc=\'<script>parent.__hostile=1</script>\'></iframe>"]',
  '%%{init: {"themeCSS": "*{background:url(https://evil.example/a)} @import url(https://evil.example/b);"}}%%\nflowchart LR\n  A --> B',
  'sequenceDiagram\n  A->>B: <svg onload=window.__hostile=1>\n  link A: x @ javascript:window.__hostile=1',
  'classDiagram\n  class A["<a href=javascript:window.__hostile=1>x</a>"]\n  click A href "javascript:window.__hostile=1"',
  'pie title <img src=https://evil.example/p onerror=window.__hostile=1>\n  "</text><script>window.__hostile=1</script>" : 1',
];

const FORMULAS = [
  '\\href{javascript:window.__hostile=1}{x}',
  '\\url{javascript:window.__hostile=1}',
  '\\includegraphics{https://evil.example/a.png}',
  '\\htmlData{x=1}{y}\\htmlStyle{background:url(https://evil.example/b)}{z}',
  '\\text{<img src=x onerror=window.__hostile=1>}',
  '\\def\\a{\\a\\a}\\a',
  '\\rule{99999em}{99999em}',
];

const article = [
  ...corpus.map(({ html, markdown }) => html ?? markdown),
  ...DRAWINGS.map((source) => `\`\`\`mermaid\n${source}\n\`\`\``),
  ...FORMULAS.map((tex) => `$$\n${tex}\n$$`),
].join('\n\n');

/** Hosts that anything but an image was asked from, and whether hostile code ran. */
async function watched(page: Page): Promise<{ asked: string[]; ran: () => Promise<boolean> }> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    const isOwn = !protocol.startsWith('http') || host.startsWith('127.0.0.1');
    if (!isOwn && request.resourceType() !== 'image') asked.push(request.url());
  });
  return {
    asked,
    ran: async () => {
      const found = await Promise.all(
        page.frames().map((frame) => frame.evaluate(() => '__hostile' in globalThis)),
      );
      return found.includes(true);
    },
  };
}

/** Shows HTML with scripts allowed, as the page that it is pasted into or saved as. */
async function runs(page: Page, html: string): Promise<{ ran: boolean; asked: string[] }> {
  const sheet = await page.context().newPage();
  await sheet.route(
    (url) => url.protocol.startsWith('http'),
    (route) => route.abort(),
  );
  const { asked, ran } = await watched(sheet);
  const dialogs: string[] = [];
  sheet.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await sheet.setContent(html, { waitUntil: 'load' });
  for (const link of await sheet.locator('a[href]').all()) {
    expect(await link.getAttribute('href')).not.toMatch(/^\s*(javascript|vbscript|data):/i);
  }
  const result = { ran: (await ran()) || dialogs.length > 0, asked };
  // Printing lays the page out once more.
  await sheet.emulateMedia({ media: 'print' });
  await sheet.pdf();
  expect(await ran()).toBe(false);
  await sheet.close();
  return result;
}

async function openHostile(editor: EditorScreen, page: Page) {
  const seen = await watched(page);
  await editor.openWith(article);
  await expect(editor.article.locator('.raw-pending')).toHaveCount(0);
  return seen;
}

test.beforeEach(() => {
  test.slow();
});

test.afterEach(({ editor }) => {
  // The blocked pictures of the corpus print errors of their own.
  editor.errors.length = 0;
});

test('hostile_diagrams_and_formulas_do_nothing_in_the_preview', async ({ editor, page }) => {
  const seen = await openHostile(editor, page);
  // Only what the engine took for a formula or a diagram: the corpus imitates them in raw HTML as well.
  await expect
    .poll(
      () =>
        editor.article.evaluate(
          (root, { drawings, formulas }) =>
            [...root.querySelectorAll('.math-block')].filter(
              (slot) =>
                formulas.includes(slot.getAttribute('data-tex')?.trim() ?? '') &&
                slot.querySelector('.katex') === null &&
                !slot.classList.contains('slot-error'),
            ).length +
            [...root.querySelectorAll('.diagram:not(.slot-error):not(:has(> svg)) code')].filter(
              (code) => drawings.includes(code.textContent?.trim() ?? ''),
            ).length,
          { drawings: DRAWINGS, formulas: FORMULAS },
        ),
      { timeout: 60_000 },
    )
    .toBe(0);
  await expect(editor.article.locator('.diagram > svg').first()).toBeVisible();
  const found = await editor.article.evaluate((root) => ({
    active: root.querySelectorAll('script,iframe,object,embed,form,base,meta,link').length,
    handlers: [...root.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
    addresses: [...root.querySelectorAll('*')].flatMap((element) =>
      element
        .getAttributeNames()
        .map((name) => element.getAttribute(name) ?? '')
        .filter((value) => /^\s*javascript:/i.test(value)),
    ),
  }));
  expect(found).toEqual({ active: 0, handlers: [], addresses: [] });
  expect(await seen.ran()).toBe(false);
  expect(seen.asked).toEqual([]);
});

test('nothing_hostile_is_left_in_the_copy', async ({ editor, page }) => {
  const seen = await openHostile(editor, page);
  const html = await editor.copyForWechat();
  expect(html).not.toMatch(/<(script|iframe|object|embed|form|base|meta|link|style)\b/i);
  expect(await runs(page, html)).toEqual({ ran: false, asked: [] });
  expect(await seen.ran()).toBe(false);
  expect(seen.asked).toEqual([]);
});

test('nothing_hostile_is_left_in_the_exported_file', async ({ editor, page }) => {
  await openHostile(editor, page);
  expect(await runs(page, await exportedFile(page))).toEqual({ ran: false, asked: [] });
});

async function exportedFile(page: Page): Promise<string> {
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  const waiting = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('menuitem', { name: '导出 HTML 文件' }).click();
  return readFile(await (await waiting).path(), 'utf8');
}

/** What really left the browser, pictures apart: these may come from anywhere. */
function left(editor: EditorScreen, pictures: string[]): string[] {
  return editor.foreignRequests.filter((address) => !pictures.includes(address));
}

function picturesOf(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') found.push(request.url());
  });
  return found;
}

const sheets = corpus.filter(({ css }) => css !== undefined);
const half = Math.ceil(sheets.length / 2);

for (const [part, group] of [
  ['first', sheets.slice(0, half)],
  ['second', sheets.slice(half)],
] as const) {
  test(`hostile_style_sheets_do_nothing_the_${part}_half`, async ({ editor, page }) => {
    test.setTimeout(300_000);
    const { ran } = await watched(page);
    const pictures = picturesOf(page);
    await editor.openWith(group[0]?.html ?? '');
    for (const { name, css = '', html = '' } of group) {
      await putSettings(page, {
        css_content_config: { active: name, tabs: [{ title: name, name, content: css }] },
      });
      await editor.fill(html);
      await page.reload();
      await editor.ready();
      await expect.poll(() => editor.preview.locator('style#own').textContent()).toBe(css);
      await expect(editor.article).toContainText('text');
      expect([name, await ran(), left(editor, pictures)]).toEqual([name, false, []]);
      for (const out of [await editor.copyForWechat(), await exportedFile(page)]) {
        expect([name, await runs(page, out)]).toEqual([name, { ran: false, asked: [] }]);
      }
    }
  });
}

test('a_hostile_drawing_does_nothing', async ({ editor, page }) => {
  const drawings = corpus.flatMap(({ diagram }) => diagram ?? []);
  const { ran } = await watched(page);
  const pictures = picturesOf(page);
  // In the place of mermaid stands one that draws what the corpus says.
  await page.route(/\/mermaid\.core-[^/]*\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const drawn = ${JSON.stringify(drawings)};
        export default { initialize() {}, render: async (id, source) => ({ svg: drawn[Number(source)] }) };`,
    }),
  );
  await editor.openWith(drawings.map((_, i) => `\`\`\`mermaid\n${i}\n\`\`\``).join('\n\n'));
  const drawn = editor.article.locator('.diagram');
  await expect(drawn).toHaveCount(drawings.length);
  await expect(drawn.locator('svg').first()).toBeAttached();
  await expect(drawn.locator('pre')).toHaveCount(0);
  expect([await ran(), left(editor, pictures)]).toEqual([false, []]);
  for (const html of [await editor.copyForWechat(), await exportedFile(page)]) {
    expect(html).toContain('<svg');
    expect(await runs(page, html)).toEqual({ ran: false, asked: [] });
  }
  expect([await ran(), left(editor, pictures)]).toEqual([false, []]);
});
