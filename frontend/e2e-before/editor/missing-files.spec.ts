// A file of the editor that does not arrive takes nothing else away, is said in its place, and is asked for again.
import type { Locator, Page } from '@playwright/test';
import { type EditorScreen, expect, test } from '../support/editor';
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
