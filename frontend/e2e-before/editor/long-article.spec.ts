import type { Page } from '@playwright/test';
import { type EditorScreen, expect, test } from '../support/editor';

/** 1,200 blocks of every usual kind. */
const text = Array.from({ length: 150 }, (_, i) =>
  [
    `## 第 ${i} 节`,
    '文字紧跟标题，写到一行排不下为止，看看它是否缩进，两端是否对齐，行距是否如旧。',
    `- 甲 ${i}\n- 乙`,
    `> 引用 ${i}`,
    '```js\nlet a = 1;\n```',
    '| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |',
    `> [!TIP]\n> 提示 ${i}`,
    `段落 ${i}`,
  ].join('\n\n'),
).join('\n\n');

/** Place, size and indentation of every block. */
const looks = (editor: EditorScreen) =>
  editor.article.evaluate((root) => {
    const groups = [...root.querySelectorAll('article-blocks')];
    const blocks = (groups.length > 0 ? groups : [root]).flatMap((parent) => [...parent.children]);
    const view = root.ownerDocument.defaultView as Window;
    const top = root.getBoundingClientRect().top;
    return blocks.map((block) => {
      const box = block.getBoundingClientRect();
      const { textIndent, textAlign } = view.getComputedStyle(block);
      return `${block.tagName} ${box.x} ${box.y - top} ${box.width} ${box.height} ${textIndent} ${textAlign}`;
    });
  });

async function writeCss(page: Page, css: string): Promise<void> {
  const box = page.getByTestId('css-source').locator('.monaco-editor').first();
  await expect(box).toBeVisible();
  await box.locator('textarea, .native-edit-context').first().focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(css);
}

test('a_long_article_in_groups_looks_as_it_does_without_them', async ({ editor, page }) => {
  await editor.openWith(text);
  const groups = editor.article.locator('article-blocks');
  await expect(editor.article.locator('h2')).toHaveCount(150);
  expect(await groups.count()).toBeGreaterThan(10);
  await page.getByRole('button', { name: '样式', exact: true }).click();
  for (const name of ['首行缩进', '两端对齐']) await page.getByRole('switch', { name }).click();
  const paragraph = editor.article.locator('p', { hasText: '段落 75' });
  await expect(paragraph).toHaveCSS('text-indent', '32px');
  await expect(paragraph).toHaveCSS('text-align', 'justify');
  const inGroups = await looks(editor);
  expect(inGroups).toHaveLength(1200);

  // A style that asks how blocks stand to each other sees them without groups.
  await page.getByRole('tab', { name: 'CSS 方案', exact: true }).click();
  await writeCss(page, 'h2 + ol { color: red }');
  await expect(groups).toHaveCount(0);
  expect(await looks(editor)).toEqual(inGroups);
  await writeCss(page, 'h2 + p { color: rgb(1, 2, 3) }');
  const follower = (i: number) => editor.article.locator('h2 + p').nth(i);
  for (const i of [0, 75, 149]) await expect(follower(i)).toHaveCSS('color', 'rgb(1, 2, 3)');
});

test('an_edit_in_a_long_article_is_shown_and_a_click_leads_to_its_line', async ({
  editor,
  page,
}) => {
  await editor.openWith(text);
  const block = editor.article.locator('p', { hasText: /^段落 140$/ });
  await block.scrollIntoViewIfNeeded();
  await block.click();
  await page.keyboard.press('End');
  await page.keyboard.type('是这里');
  await expect(editor.article.locator('p', { hasText: /^段落 140是这里$/ })).toHaveCount(1);
  await expect(editor.article.locator('article-blocks > *')).toHaveCount(1200);
});
