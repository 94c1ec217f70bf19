import { type EditorScreen, expect, test } from '../support/editor';
import { settled } from '../support/settled';
import { smallTargets } from '../support/touch';

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

const boxOf = ({ page }: EditorScreen) => page.getByRole('textbox', { name: 'Markdown 正文' });

/** Opens the editor and puts the cursor between two parts of a text. */
async function open(editor: EditorScreen, before: string, after: string): Promise<void> {
  await editor.page.goto('/md');
  await expect(editor.article).toBeAttached();
  const box = boxOf(editor);
  await box.fill(before + after);
  await box.focus();
  await box.evaluate((element: HTMLTextAreaElement, at) => {
    element.setSelectionRange(at, at);
  }, before.length);
}

const selected = (editor: EditorScreen) =>
  boxOf(editor).evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    [
      value.slice(0, selectionStart),
      value.slice(selectionStart, selectionEnd),
      value.slice(selectionEnd),
    ].join('|'),
  );

for (const [name, key, before, after] of [
  ['a_split_item', 'Enter', '1. 甲', '乙\n2. 丙'],
  ['a_moved_item', 'Tab', '1. a\n2. b', '\n3. c'],
  ['a_walk_through_a_table', 'Tab', '| 姓名 | 分 |\n| --- | --- |\n| 甲 | 1', ' |'],
] as const) {
  test(`undo_puts_the_cursor_back_and_selects_nothing_after_${name}`, async ({ editor, page }) => {
    await open(editor, before, after);
    await page.keyboard.press(key);
    expect(await boxOf(editor).inputValue()).not.toBe(before + after);
    const made = await selected(editor);
    await page.keyboard.press('ControlOrMeta+Z');
    expect(await selected(editor)).toBe(`${before}||${after}`);
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    expect(await selected(editor)).toBe(made);
    await page.keyboard.press('ControlOrMeta+Z');
    await page.keyboard.type('x');
    expect(await boxOf(editor).inputValue()).toBe(`${before}x${after}`);
  });
}

test('steps_are_taken_back_and_made_again_without_a_keyboard', async ({ editor, page }) => {
  await open(editor, '甲', '');
  await page.keyboard.type('乙');
  const bar = page.getByRole('toolbar', { name: '文字格式' });
  await bar.getByRole('button', { name: '撤销' }).tap();
  await expect(boxOf(editor)).toHaveValue('甲');
  await bar.getByRole('button', { name: '重做' }).tap();
  await expect(boxOf(editor)).toHaveValue('甲乙');
});

test('the_source_opens_at_the_line_that_is_tapped_and_keeps_its_place', async ({
  editor,
  page,
}) => {
  const lines = Array.from({ length: 200 }, (_, i) => `第 ${i + 1} 行\n\n`);
  await open(editor, '', lines.join(''));
  const panes = page.getByRole('tab');
  await panes.filter({ hasText: '预览' }).tap();
  await editor.article.getByText('第 120 行', { exact: true }).tap();
  const box = boxOf(editor);
  await expect(box).toBeFocused();
  const [before] = (await selected(editor)).split('|');
  expect(before).toBe(lines.slice(0, 119).join(''));
  const isInView = () =>
    box.evaluate((element: HTMLTextAreaElement, at) => {
      const y = (at / element.value.length) * element.scrollHeight;
      return y > element.scrollTop && y < element.scrollTop + element.clientHeight;
    }, before?.length ?? 0);
  await expect.poll(isInView).toBe(true);
  const scrollTop = () => box.evaluate((element) => element.scrollTop);
  const top = await settled(page, scrollTop);
  expect(await isInView()).toBe(true);
  await panes.filter({ hasText: '预览' }).tap();
  await expect(editor.article).toBeVisible();
  await panes.filter({ hasText: '编辑' }).tap();
  expect(await settled(page, scrollTop)).toBeCloseTo(top, 0);
});

test('the_slash_menu_tells_no_shortcuts', async ({ editor, page }) => {
  await open(editor, '', '');
  await page.keyboard.type('/link');
  const option = page.getByRole('option', { selected: true });
  await expect(option).toBeVisible();
  await expect(option.getByText('Ctrl+K')).toBeHidden();
});

test('the_status_bar_stays_on_one_line_in_english_while_text_is_selected', async ({
  editor,
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await page.goto('/md');
  await expect(editor.article).toBeAttached();
  const box = page.getByRole('textbox', { name: 'Markdown' });
  await box.fill(`# A\n\n### C\n\n${'many words '.repeat(6000)}`);
  await box.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await expect(page.getByTestId('selection-stats')).toBeVisible();
  const bar = editor.saveState.locator('..');
  const parts = await bar.evaluate((element) =>
    [...element.children]
      .map((child) => child.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ height, right }) => ({ height, right })),
  );
  for (const { height, right } of parts) {
    expect(height).toBeLessThanOrEqual(26);
    expect(right).toBeLessThanOrEqual(375);
  }
});

test('the_rows_of_a_table_in_the_preview_open_their_lines', async ({ editor, page }) => {
  await open(editor, '', '段\n\n| 姓名 | 分 |\n| --- | --- |\n| 甲 | 1 |\n| 乙 | 2 |\n');
  for (const [cell, before] of [
    ['姓名', '段\n\n'],
    ['乙', '段\n\n| 姓名 | 分 |\n| --- | --- |\n| 甲 | 1 |\n'],
  ] as const) {
    await page.getByRole('tab', { name: '预览' }).tap();
    await editor.article.getByText(cell, { exact: true }).tap();
    await expect(boxOf(editor)).toBeFocused();
    const at = await boxOf(editor).evaluate((box: HTMLTextAreaElement) => box.selectionStart);
    expect((await boxOf(editor).inputValue()).slice(0, at)).toBe(before);
  }
});

test('a_long_formula_that_was_written_while_the_preview_was_hidden_scrolls_in_its_line', async ({
  editor,
  page,
}) => {
  await open(editor, '前 $a=b+c+d=e+f+g+h=i+j+k+l+m$ 后', '');
  await expect(editor.article.locator('.math-inline .katex')).toBeAttached();
  await page.getByRole('tab', { name: '预览' }).tap();
  const wide = () =>
    editor.preview.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  await expect(editor.article.locator('.math-inline')).toHaveCSS('overflow-x', 'auto');
  expect(await wide()).toBe(0);
});

test('every_button_is_as_large_as_a_finger', async ({ editor, page }) => {
  await open(editor, '# 标题', '');
  const small: Record<string, string[]> = { editor: await smallTargets(page) };
  await page.getByRole('button', { name: '打开文章列表' }).tap();
  await expect(page.getByRole('dialog', { name: '文章' })).toBeVisible();
  small.documents = await smallTargets(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '样式', exact: true }).tap();
  await expect(page.getByRole('dialog', { name: '样式' }).getByRole('radio').first()).toBeVisible();
  small.style = await smallTargets(page);
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    small[path] = await smallTargets(page);
  }
  expect(small).toEqual({ editor: [], documents: [], style: [], '/': [], '/login': [] });
});

test('who_closes_the_sheet_of_the_styles_is_where_it_was_opened', async ({ editor, page }) => {
  await open(editor, '甲', '');
  const sheet = page.getByRole('dialog', { name: '样式' });
  for (const pane of ['编辑', '预览']) {
    await page.getByRole('tab', { name: pane }).tap();
    await page.getByRole('button', { name: '样式', exact: true }).tap();
    await expect(sheet).toBeVisible();
    await expect(editor.article).toBeVisible();
    await sheet.getByRole('button', { name: '关闭' }).tap();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('tab', { name: pane })).toHaveAttribute('aria-selected', 'true');
  }
});

test('on_the_smallest_phone_the_title_has_room_and_the_menu_has_the_help', async ({
  editor,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/md');
  await expect(editor.article).toBeAttached();
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0);
  await page.getByRole('button', { name: '更多操作', exact: true }).tap();
  await page.getByRole('menuitem', { name: '帮助' }).tap();
  await expect(page.getByRole('dialog', { name: '帮助' })).toBeVisible();
});

test('what_is_cleared_or_restored_on_a_phone_is_a_step_that_can_be_taken_back', async ({
  editor,
  page,
}) => {
  await open(editor, '甲', '');
  await page.keyboard.type('乙');
  const box = boxOf(editor);
  const bar = page.getByRole('toolbar', { name: '文字格式' });
  const clear = async () => {
    await page.getByRole('button', { name: '更多操作' }).tap();
    await page.getByRole('menuitem', { name: '清空内容' }).tap();
  };
  await clear();
  await expect(box).toHaveValue('');
  await bar.getByRole('button', { name: '撤销' }).tap();
  await expect(box).toHaveValue('甲乙');
  await bar.getByRole('button', { name: '撤销' }).tap();
  await expect(box).toHaveValue('甲');
  await bar.getByRole('button', { name: '重做' }).tap();
  await expect(box).toHaveValue('甲乙');
  // The box is not shown beside the preview.
  await page.getByRole('tab', { name: '预览' }).tap();
  await clear();
  await expect(editor.article).not.toContainText('甲');
  await page.getByRole('tab', { name: '编辑' }).tap();
  await expect(box).toHaveValue('');
  // A dialog lies over the box.
  await page.getByRole('button', { name: '打开文章列表' }).tap();
  await page.getByRole('button', { name: /的操作$/ }).tap();
  await page.getByRole('menuitem', { name: '历史版本…' }).tap();
  await page.getByRole('button', { name: '恢复这个版本' }).tap();
  await expect(box).toHaveValue('甲乙');
  await bar.getByRole('button', { name: '撤销' }).tap();
  await expect(box).toHaveValue('');
  await bar.getByRole('button', { name: '撤销' }).tap();
  await expect(box).toHaveValue('甲乙');
});
