import type { Page } from '@playwright/test';
import type { EditorScreen } from '../support/editor';
import { expect, test } from '../support/open-editor';
import { settled } from '../support/settled';
import { isTogether, pageDown, previewTop, sections } from '../support/two-panes';

const text = Array.from(
  { length: 60 },
  (_, i) =>
    `## 第 ${i} 节\n\n${'一段不长的文字。'.repeat(i % 7)}\n\n- 甲\n- 乙\n\n\`\`\`js\nlet a = ${i};\n\nlet b;\n\`\`\``,
).join('\n\n');

/** The text stands in the window, with both panes at their start. */
async function startWith(editor: EditorScreen, content: string): Promise<void> {
  await editor.write(content);
  await editor.page.keyboard.press('ControlOrMeta+Home');
  await editor.page.mouse.move(0, 0);
  await expect.poll(() => settled(editor.page, () => previewTop(editor))).toBe(0);
}

/** The styles are the first ones again, and their panel is closed. */
async function resetStyle(page: Page): Promise<void> {
  await page.getByRole('button', { name: '重置样式' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: '收起右侧栏' }).click();
}

test.beforeEach(async ({ editor }) => {
  await startWith(editor, text);
  await expect(editor.article.locator('h2')).toHaveCount(60);
});

test('the_preview_follows_the_source_to_the_same_section', async ({ editor }) => {
  await pageDown(editor, 12);
  await expect.poll(async () => Math.min(...(await sections(editor)))).toBeGreaterThan(10);
  await expect.poll(() => isTogether(editor)).toBe(true);
});

test('the_source_follows_the_preview', async ({ editor, page }) => {
  await page.locator('[data-testid=preview] iframe').hover();
  await page.mouse.wheel(0, -1_000_000);
  await expect(editor.source).toContainText('第 0 节');
  await editor.article.locator('h2').nth(30).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 40);
  await expect(editor.source).toContainText(/第.(2[89]|3[0-3]).节/);
});

test('both_panes_reach_their_ends_together', async ({ editor, page }) => {
  const place = () =>
    editor.article.evaluate((root) => {
      const page = root.ownerDocument.documentElement;
      const rest = Math.round(page.scrollHeight - page.clientHeight - page.scrollTop);
      return { top: Math.round(page.scrollTop), rest };
    });
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+End');
  await expect.poll(async () => (await place()).rest).toBeLessThanOrEqual(1);
  await page.keyboard.press('ControlOrMeta+Home');
  await expect.poll(async () => (await place()).top).toBe(0);
});

test('when_switched_off_the_panes_stay_apart', async ({ editor, page }) => {
  await page.getByRole('button', { name: '同步滚动' }).click();
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(editor.source).toContainText('第 59 节');
  const top = await editor.article.evaluate((r) => r.ownerDocument.documentElement.scrollTop);
  expect(top).toBe(0);
  await page.getByRole('button', { name: '同步滚动' }).click();
});

test('the_preview_stays_at_the_section_of_the_source_in_another_style', async ({
  editor,
  page,
}) => {
  await pageDown(editor, 12);
  await expect.poll(() => isTogether(editor)).toBe(true);
  const before = await sections(editor);
  await page.getByRole('button', { name: '样式', exact: true }).click();
  for (const name of ['优雅', '18']) {
    await page.getByRole('radio', { name, exact: true }).click();
    await expect.poll(() => isTogether(editor)).toBe(true);
  }
  expect(await sections(editor)).toEqual(before);
  await resetStyle(page);
});

test('a_preview_that_the_author_has_scrolled_keeps_its_section_in_another_style', async ({
  editor,
  page,
}) => {
  const heading = editor.article.locator('h2').nth(30);
  await page.locator('[data-testid=preview] iframe').hover();
  await page.mouse.wheel(0, 100);
  await expect.poll(() => previewTop(editor)).toBeGreaterThan(0);
  await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expect.poll(() => isTogether(editor)).toBe(true);
  await page.getByRole('button', { name: '样式', exact: true }).click();
  for (const name of ['优雅', '18', '经典']) {
    await page.getByRole('radio', { name, exact: true }).click();
    await settled(page, () => previewTop(editor));
    await expect(heading).toBeInViewport();
    await expect.poll(() => isTogether(editor)).toBe(true);
  }
  await resetStyle(page);
});

test('the_preview_does_not_move_while_the_end_of_the_article_is_typed', async ({
  editor,
  page,
}) => {
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\n\n末');
  const last = editor.article.locator('p').last();
  await expect(last).toHaveText('末');
  await expect(last).toBeInViewport();
  await settled(page, () => previewTop(editor));
  const rest = () =>
    editor.article.evaluate((root) => {
      const { scrollHeight, clientHeight, scrollTop } = root.ownerDocument.documentElement;
      return Math.round(scrollHeight - clientHeight - scrollTop);
    });
  const rests = [];
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.insertText('写到最后的一句话。');
    await expect(last).toHaveText(new RegExp(`^末(写到最后的一句话。){${i + 1}}$`));
    rests.push(await rest());
  }
  expect(Math.max(...rests)).toBeLessThan(80);
});

test('the_preview_that_the_author_scrolls_is_left_where_it_is', async ({ editor, page }) => {
  await pageDown(editor, 6);
  await page.locator('[data-testid=preview] iframe').hover();
  const start = await settled(page, () => previewTop(editor));
  await page.mouse.wheel(0, 900);
  await expect.poll(() => previewTop(editor)).not.toBe(start);
  const before = await settled(page, () => previewTop(editor));
  await editor.article.evaluate((root) => {
    const last = root.lastElementChild as HTMLElement;
    last.style.height = '2000px';
  });
  expect(await settled(page, () => previewTop(editor))).toBe(before);
});

test('clicking_a_block_puts_the_cursor_in_its_source', async ({ editor, page }) => {
  const heading = editor.article.locator('h2').nth(40);
  await heading.scrollIntoViewIfNeeded();
  await heading.click();
  await expect(editor.source).toContainText('第 40 节');
  await page.keyboard.press('End');
  await page.keyboard.insertText('【这里】');
  await expect(heading).toHaveText('第 40 节【这里】');
});

const PLACES = `\`\`\`js
let a;
let b;

let d;
\`\`\`

1. ${'很长的一项，'.repeat(30)}
2. 其二
3. 其三

- 外
  - 里
- 末项

:::warning
警告的文字
:::

![图注](/favicon.svg)

文[^注]。

[^注]: 脚注的文字

<details>
<summary>摘要</summary>

里面的字

</details>

最后一段`;

test('a_click_leads_to_the_line_of_what_was_clicked', async ({ editor, page }) => {
  await startWith(editor, PLACES);
  const { article } = editor;
  await expect(article).toContainText('最后一段');
  const lineOf = async (click: () => Promise<void>) => {
    await click();
    await expect(editor.source.locator('textarea, .native-edit-context').first()).toBeFocused();
    return page.getByTestId('source').evaluate((pane) => {
      const cursor = pane.querySelector('.cursors-layer .cursor')?.getBoundingClientRect();
      const line = [...pane.querySelectorAll('.view-line')].find((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const middle = cursor === undefined ? -1 : (cursor.top + cursor.bottom) / 2;
        return top < middle && middle < bottom;
      });
      return line?.textContent.replaceAll('\u00a0', ' ') ?? null;
    });
  };
  const code = article.locator('pre code');
  const height = (await code.boundingBox())?.height ?? 0;
  for (const [row, line] of ['let a;', 'let b;', '', 'let d;'].entries()) {
    const position = { x: 20, y: (height * (row + 0.5)) / 4 };
    await expect.poll(() => lineOf(() => code.click({ position }))).toBe(line);
  }
  for (const [found, line] of [
    [article.getByText('其二', { exact: true }), '2. 其二'],
    [article.getByText('其三', { exact: true }), '3. 其三'],
    [article.getByText('里', { exact: true }), '  - 里'],
    [article.getByText('末项'), '- 末项'],
    [article.getByText('警告的文字'), '警告的文字'],
    [article.locator('figcaption'), '![图注](/favicon.svg)'],
    [article.locator('summary'), '<summary>摘要</summary>'],
    [article.getByText('里面的字'), '里面的字'],
    [article.getByText('脚注的文字'), '[^注]: 脚注的文字'],
  ] as const) {
    if (line === '里面的字') {
      await article.locator('details').evaluate((details) => details.setAttribute('open', ''));
    }
    await expect
      .poll(() => lineOf(() => found.click({ position: { x: 8, y: 12 } })), { timeout: 5000 })
      .toBe(line);
  }
});

test('links_in_the_preview_lead_nowhere', async ({ editor, page }) => {
  editor.foreignRequests.length = 0;
  await editor.write('[外面](https://example.com) 与 [后面](#末节)\n\n# 末节');
  await editor.article.getByRole('link', { name: '外面' }).click();
  await editor.article.getByRole('link', { name: '外面' }).click({ button: 'middle' });
  await editor.article.getByRole('link', { name: '后面' }).click();
  await expect(editor.article.locator('h1')).toHaveText('末节');
  expect(page.url()).toMatch(/\/md$/);
  expect(page.context().pages()).toHaveLength(1);
  expect(editor.foreignRequests).toEqual([]);
});

test('a_table_that_was_scrolled_sideways_stays_so_while_a_cell_is_typed', async ({
  page,
  editor,
}) => {
  const row = (cell: string) => `| ${Array.from({ length: 12 }, () => cell).join(' | ')} |`;
  await editor.write(`${row('很长的表头')}\n${row('---')}\n${row('单元格里的文字')}\n\n结尾`);
  const cell = editor.article.locator('td').last();
  await expect(cell).toHaveText('单元格里的文字');
  const scrollLeft = () =>
    editor.article.evaluate((article) =>
      Math.max(...[...article.querySelectorAll('*')].map((element) => element.scrollLeft)),
    );
  await cell.evaluate((element) => {
    for (let box = element.parentElement; box !== null; box = box.parentElement)
      box.scrollLeft = 80;
  });
  await expect.poll(scrollLeft).toBe(80);
  await editor.focusSource();
  for (const key of ['ArrowUp', 'ArrowUp', 'End', 'ArrowLeft', 'ArrowLeft']) {
    await page.keyboard.press(key);
  }
  await page.keyboard.type('字');
  await expect(cell).toHaveText('单元格里的文字字');
  expect(await scrollLeft()).toBe(80);
});
