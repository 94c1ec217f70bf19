// A file of the editor that does not arrive takes nothing else away, is said in its place, and is asked for again.
import type { Locator, Page } from '@playwright/test';
import { FILL_TIMEOUT_MS } from '../../src/config/constants';
import { SLOW_OPENING_MS } from '../../src/config/http';
import { type EditorScreen, expect, test } from '../support/editor';
import { hold } from '../support/held-program';
import { storeArticle } from '../support/storage';

interface Part {
  /** Its files, each of which is missing once. */
  files: string[];
  article: string;
  /** Uses it. */
  use?: (page: Page) => Promise<void>;
  /** Where it is said. */
  place: (page: Page) => Locator;
  /** What shows that it came. */
  shown: (editor: EditorScreen) => Locator;
}

const inPreview = (page: Page) => page.getByTestId('preview').getByRole('alert');
const message = (page: Page) => page.locator('[data-sonner-toast]');
const sidebar = (page: Page) => page.getByRole('complementary', { name: '右侧栏' });

/** A diagram of each kind that mermaid fetches by itself. */
const DIAGRAMS: Record<string, string> = {
  'flowDiagram-*.js': 'flowchart TD\n  A --> B',
  'sequenceDiagram-*.js': 'sequenceDiagram\n  A->>B: hi',
  'classDiagram-*.js': 'classDiagram\n  A <|-- B',
  'stateDiagram-*.js': 'stateDiagram-v2\n  A --> B',
  'erDiagram-*.js': 'erDiagram\n  A ||--o{ B : has',
  'ganttDiagram-*.js': 'gantt\n  section A\n  B :2026-01-01, 3d',
  'pieDiagram-*.js': 'pie\n  "A" : 1',
  'journeyDiagram-*.js': 'journey\n  section A\n  B: 5: C',
  'mindmap-definition-*.js': 'mindmap\n  root\n    A',
  'timeline-definition-*.js': 'timeline\n  2026 : A',
};

const openPanel = (tab: string) => async (page: Page) => {
  if (!(await sidebar(page).isVisible()))
    await page.getByRole('button', { name: '样式', exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
};

const PARTS: Record<string, Part> = {
  formulas: {
    files: ['katex.min-*.js', 'mhchem-*.js'],
    article: '$E = mc^2$',
    place: inPreview,
    shown: (editor) => editor.article.locator('.katex'),
  },
  colors: {
    files: ['highlight.worker-*.js', 'grammars-*.packdump', 'moyan_highlight_bg-*.wasm'],
    article: '```js\nlet a = 1\n```',
    place: inPreview,
    shown: (editor) => editor.article.locator('.hljs-keyword'),
  },
  mermaid: {
    files: ['mermaid.core-*.js'],
    article: '```mermaid\npie\n  "A" : 1\n```',
    place: inPreview,
    shown: (editor) => editor.article.locator('.diagram > svg'),
  },
  ...Object.fromEntries(
    Object.entries(DIAGRAMS).map(([file, source]): [string, Part] => [
      file,
      {
        files: [file],
        article: `\`\`\`mermaid\n${source}\n\`\`\``,
        place: inPreview,
        shown: (editor) => editor.article.locator('.diagram > svg'),
      },
    ]),
  ),
  monaco: {
    files: ['monaco-parts-*.js', 'zh-cn-*.js', 'monaco-parts-*.css'],
    article: '# 标题',
    place: message,
    shown: (editor) => editor.source,
  },
  'style panel': {
    files: ['style-panel-*.js'],
    article: '# 标题',
    use: openPanel('样式'),
    place: sidebar,
    shown: ({ page }) => sidebar(page).getByText('主题').first(),
  },
  'CSS panel': {
    files: ['css-panel-*.js', 'css-parts-*.js'],
    article: '# 标题',
    use: openPanel('CSS 方案'),
    place: sidebar,
    shown: ({ page }) => page.getByTestId('css-source').locator('.monaco-editor').first(),
  },
  'AI panel': {
    files: ['ai-panel-*.js'],
    article: '# 标题',
    use: openPanel('AI 助手'),
    place: sidebar,
    shown: ({ page }) => page.getByRole('textbox', { name: '接口地址' }),
  },
  'formula dialog': {
    files: ['katex.min-*.js'],
    article: '# 标题',
    use: async (page) => {
      await page.getByRole('button', { name: '插入', exact: true }).click();
      await page.getByRole('menuitem', { name: '公式' }).click();
    },
    place: (page) => page.getByRole('dialog'),
    shown: ({ page }) => page.getByRole('dialog').locator('.katex').first(),
  },
};

for (const [name, { files, article, use, place, shown }] of Object.entries(PARTS)) {
  for (const file of files) {
    test(`what_does_not_arrive_is_said_and_comes_by_a_press_${name}_${file}`, async ({
      editor,
      page,
    }) => {
      await storeArticle(page, article);
      const address = `**/assets/${file}`;
      let nAsked = 0;
      await page.route(address, (route) => {
        nAsked += 1;
        return route.fulfill({ status: 404, body: 'Not found.' });
      });
      await page.goto('/md');
      await expect(editor.article).toBeAttached();
      await use?.(page);
      const retry = place(page).getByRole('button', { name: '重试' });
      await expect(retry).toBeVisible();
      expect(nAsked).toBeGreaterThan(0);
      await expect(shown(editor)).toHaveCount(0);
      // The page works as before.
      await editor.saved();
      await page.unroute(address);
      editor.errors.length = 0;
      await retry.click();
      await expect(shown(editor)).toBeVisible();
      await expect(retry).toHaveCount(0);
      await expect(editor.saveState).toHaveAttribute('data-state', 'saved');
    });
  }
}

/** How long the editor waits for a file before it says something. */
const PATIENCE_MS = [SLOW_OPENING_MS, 10_000, FILL_TIMEOUT_MS];

/** Runs in the page: timers of these lengths end soon. */
function hasten(lengths: number[]): void {
  const start = globalThis.setTimeout;
  const hastened = (run: () => void, ms?: number, ...rest: []) =>
    start(run, lengths.includes(ms ?? 0) ? 500 : ms, ...rest);
  Object.assign(globalThis, { setTimeout: hastened });
}

for (const name of ['formulas', 'colors', 'mermaid', 'CSS panel'] as const) {
  test(`what_hangs_is_said_and_is_taken_when_it_comes_${name}`, async ({ editor, page }) => {
    const { files, article, use, place, shown } = PARTS[name] as Part;
    await page.addInitScript(hasten, PATIENCE_MS);
    await storeArticle(page, article);
    const address = `**/assets/${files.at(-1)}`;
    const release = await hold(page, address);
    const asked = page.waitForRequest(address);
    await page.goto('/md');
    await expect(editor.article).toBeAttached();
    await use?.(page);
    await asked;
    const said = place(page).getByText(/没有下载完整|网络很慢/);
    await expect(said).toBeVisible();
    // The article is written on.
    await editor.write(`${article}\n\n写下去`);
    await expect(editor.article).toContainText('写下去');
    release();
    const retry = place(page).getByRole('button', { name: '重试' });
    await expect(shown(editor).or(retry).first()).toBeVisible();
    if (await retry.isVisible()) await retry.click();
    await expect(shown(editor)).toBeVisible();
    await expect(said).toHaveCount(0);
    await editor.saved();
  });
}

test('an_editor_that_hangs_leaves_the_box_and_holds_nothing_else_up', async ({ editor, page }) => {
  await page.addInitScript(hasten, PATIENCE_MS);
  await storeArticle(page, `${'段落\n\n'.repeat(60)}$E = mc^2$`);
  const release = await hold(page, '**/assets/monaco-parts-*.js');
  await page.goto('/md');
  const box = page.getByRole('textbox', { name: 'Markdown 正文' });
  await expect(editor.article).toBeAttached();
  // What is out of view is filled.
  await expect(editor.article.locator('.katex')).toBeAttached();
  await box.fill('# 写在框里');
  await expect(editor.article.locator('h1')).toHaveText('写在框里');
  await editor.saved();
  release();
  await expect(editor.source).toBeVisible();
  await expect(editor.source).toContainText('写在框里');
});
