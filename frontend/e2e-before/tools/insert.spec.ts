import type { Page } from '@playwright/test';
import { faults } from '../support/axe';
import { type EditorScreen, expect, test } from '../support/editor';
import { test as inOpenWindow } from '../support/open-editor';

/** The stored text, once it is saved. */
async function text(editor: EditorScreen): Promise<string> {
  await editor.saved();
  await editor.page.getByRole('button', { name: /更多复制与导出方式|More ways/ }).click();
  await editor.page.getByRole('menuitem', { name: /复制 Markdown|Copy Markdown/ }).click();
  await expect.poll(async () => Object.keys(await editor.clipboard())).toEqual(['text/plain']);
  return (await editor.clipboard())['text/plain'] ?? '';
}

async function insert(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: '插入', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('a_table_is_inserted_and_edited_where_it_stands', async ({ editor, page }) => {
  await editor.open();
  await editor.write('前文');
  await insert(page, '表格');
  const dialog = page.getByRole('dialog', { name: '插入表格' });
  expect(await faults(page, 'popup')).toEqual([]);
  await dialog.getByRole('spinbutton', { name: '列数' }).fill('2');
  await dialog.getByRole('textbox', { name: '表头，第 1 列' }).fill('姓名');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: '第 1 行，第 1 列' })).toBeFocused();
  await page.keyboard.insertText('甲|乙');
  await dialog.getByRole('button', { name: '第 2 列', exact: true }).click();
  await page.getByRole('menuitemradio', { name: '右对齐' }).click();
  await dialog.getByRole('button', { name: '插入', exact: true }).click();
  await expect(editor.article.locator('th')).toHaveCount(2);
  await expect(editor.article.locator('td').first()).toHaveText('甲|乙');
  expect(await text(editor)).toBe(
    '前文\n\n| 姓名   |     |\n| ------ | --: |\n| 甲\\|乙 |     |\n|        |     |\n\n',
  );

  // The cursor is below the table.
  await editor.focusSource();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await insert(page, '表格');
  const edit = page.getByRole('dialog', { name: '编辑表格' });
  await edit.getByRole('textbox', { name: '第 1 行，第 2 列' }).fill('9');
  await edit.getByRole('button', { name: '第 2 行', exact: true }).click();
  await page.getByRole('menuitem', { name: '删除这一行' }).click();
  await edit.getByRole('button', { name: '第 1 列', exact: true }).click();
  await page.getByRole('menuitem', { name: '右移' }).click();
  await edit.getByRole('button', { name: '保存' }).click();
  expect(await text(editor)).toBe(
    '前文\n\n|     | 姓名   |\n| --: | ------ |\n|   9 | 甲\\|乙 |\n\n',
  );
  // One step back.
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.article.locator('tr')).toHaveCount(3);
});

test('a_table_is_filled_and_inserted_by_keys_alone', async ({ editor, page }) => {
  await editor.open();
  await editor.write('');
  await page.keyboard.type('/biaoge');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '插入表格' });
  await expect(dialog.getByRole('textbox', { name: '表头，第 1 列' })).toBeFocused();
  await page.keyboard.insertText('甲');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('乙');
  // Closed by mistake, and opened again.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.type('/biaoge');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: '表头，第 1 列' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: '表头，第 2 列' })).toHaveValue('乙');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await expect(editor.article.locator('th')).toHaveText(['甲', '乙', '']);
  expect(await text(editor)).toMatch(/^\| 甲 {2}\| 乙 {2}\| {5}\|\n/);
});

test('typing_the_size_of_a_table_loses_no_cell', async ({ editor, page }) => {
  await editor.open();
  await editor.write('| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |');
  await insert(page, '表格');
  const dialog = page.getByRole('dialog', { name: '编辑表格' });
  const rows = dialog.getByRole('spinbutton', { name: '行数' });
  await rows.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('10');
  await expect(dialog.getByRole('textbox', { name: '第 9 行，第 1 列' })).toBeVisible();
  for (const [cell, value] of [
    ['第 1 行，第 2 列', '2'],
    ['第 2 行，第 1 列', '3'],
  ] as const) {
    await expect(dialog.getByRole('textbox', { name: cell })).toHaveValue(value);
  }
  // What was cut off on purpose and then edited around stays away.
  await rows.fill('2');
  await dialog.getByRole('textbox', { name: '第 1 行，第 1 列' }).fill('9');
  await rows.fill('3');
  await expect(dialog.getByRole('textbox', { name: '第 2 行，第 1 列' })).toHaveValue('');
});

test('a_press_beside_a_dialog_loses_nothing_that_was_entered', async ({ editor, page }) => {
  await editor.open();
  await editor.write('前文');
  const dialog = page.getByRole('dialog', { name: '插入公众号名片' });
  await insert(page, '公众号名片');
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, 400);
  await expect(dialog).toBeHidden();
  await insert(page, '公众号名片');
  await dialog.getByRole('textbox', { name: '公众号名称' }).fill('x');
  await page.mouse.click(4, 400);
  const question = page.getByRole('dialog', { name: '放弃已填写的内容？' });
  await question.getByRole('button', { name: '继续填写' }).click();
  await expect(dialog.getByRole('textbox', { name: '公众号名称' })).toHaveValue('x');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: '放弃' }).click();
  await expect(dialog).toBeHidden();
  // A table is kept by itself.
  const table = page.getByRole('dialog', { name: '插入表格' });
  const cell = table.getByRole('textbox', { name: '第 1 行，第 1 列' });
  await insert(page, '表格');
  await cell.fill('x');
  await page.mouse.click(4, 400);
  await expect(table).toBeHidden();
  await insert(page, '表格');
  await expect(cell).toHaveValue('x');
});

test('a_dialog_keeps_the_focus_when_the_menu_that_opened_it_is_gone', async ({ editor, page }) => {
  await editor.open();
  await editor.write('前文');
  // Loaded now; the next time it is there before the menu is gone.
  await insert(page, '表格');
  const dialog = page.getByRole('dialog', { name: '插入表格' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await editor.focusSource();
  await insert(page, '表格');
  await expect(dialog).toBeVisible();
  await editor.source.evaluate((source) => {
    source.addEventListener('focusin', () => source.setAttribute('data-took-the-focus', ''));
  });
  // Not by its role: the dialog hides it at once from who looks for one.
  await expect(page.locator('[role=menu]')).toHaveCount(0);
  await dialog.getByRole('textbox', { name: '表头，第 1 列' }).fill('姓名');
  await expect(editor.source).not.toHaveAttribute('data-took-the-focus');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: '插入', exact: true })).toBeFocused();
});

test('a_formula_is_inserted_with_symbols_and_edited', async ({ editor, page }) => {
  await editor.open();
  await editor.write('圆的面积是');
  await page.keyboard.press('ControlOrMeta+Alt+M');
  const dialog = page.getByRole('dialog', { name: '插入公式' });
  const source = dialog.getByRole('textbox', { name: 'LaTeX 代码' });
  await source.fill('\\pi ');
  await dialog.getByRole('button', { name: '^{2}', exact: true }).click();
  await page.keyboard.insertText('r');
  await expect(source).toHaveValue('\\pi r^{2}');
  await expect(dialog.getByTestId('formula-preview').locator('.katex')).toBeVisible();
  expect(await faults(page, 'popup')).toEqual([]);
  await source.fill('\\frac{1}{');
  await expect(dialog.getByRole('alert')).toContainText('公式有误');
  await source.fill('\\pi r^{2}');
  await dialog.getByRole('button', { name: '插入', exact: true }).click();
  await expect(editor.article.locator('.katex')).toHaveCount(1);
  expect(await text(editor)).toBe('圆的面积是$\\pi r^{2}$');

  await editor.focusSource();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+Alt+M');
  const edit = page.getByRole('dialog', { name: '编辑公式' });
  await expect(edit.getByRole('textbox', { name: 'LaTeX 代码' })).toHaveValue('\\pi r^{2}');
  await edit.getByRole('radio', { name: '独占一行' }).click();
  await edit.getByRole('button', { name: '保存' }).click();
  expect(await text(editor)).toBe('圆的面积是\n\n$$\n\\pi r^{2}\n$$\n\n');
  expect(editor.foreignRequests).toEqual([]);
});

test('a_formula_that_is_not_inserted_is_there_again_until_it_is_cancelled', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.write('前文');
  const dialog = page.getByRole('dialog', { name: '插入公式' });
  const source = dialog.getByRole('textbox', { name: 'LaTeX 代码' });
  await insert(page, '公式');
  await source.fill('\\sum_{i}');
  await dialog.getByRole('radio', { name: '独占一行' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await insert(page, '公式');
  await expect(source).toHaveValue('\\sum_{i}');
  await expect(dialog.getByRole('radio', { name: '独占一行' })).toBeChecked();
  await dialog.getByRole('button', { name: '取消' }).click();
  await insert(page, '公式');
  await expect(source).toHaveValue('');
});

test('a_profile_card_is_inserted_edited_and_remembered', async ({ editor, page }) => {
  await editor.open();
  await editor.write('文末');
  await insert(page, '公众号名片');
  const dialog = page.getByRole('dialog', { name: '插入公众号名片' });
  await dialog.getByRole('button', { name: '插入', exact: true }).click();
  await expect(dialog.getByText('请填写公众号名称')).toBeVisible();
  await dialog.getByRole('textbox', { name: '公众号名称' }).fill('墨"砚');
  await dialog.getByRole('textbox', { name: '简介' }).fill('写字的人');
  await dialog.getByRole('switch', { name: '个人认证标识' }).click();
  expect(await faults(page, 'popup')).toEqual([]);
  await dialog.getByRole('button', { name: '插入', exact: true }).click();
  await expect(editor.article.locator('.profile-name')).toContainText('墨"砚');
  await expect(editor.article.locator('.profile-badge')).toHaveCount(1);

  await editor.focusSource();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await insert(page, '公众号名片');
  const edit = page.getByRole('dialog', { name: '编辑公众号名片' });
  await expect(edit.getByRole('textbox', { name: '公众号名称' })).toHaveValue('墨"砚');
  await edit.getByRole('textbox', { name: '公众号名称' }).fill('砚田');
  await edit.getByRole('button', { name: '保存' }).click();
  await expect(editor.article.locator('.profile-card')).toHaveCount(1);
  await expect(editor.article.locator('.profile-name')).toContainText('砚田');

  await editor.write('另一篇');
  await insert(page, '公众号名片');
  await expect(page.getByRole('textbox', { name: '公众号名称' })).toHaveValue('砚田');
});

inOpenWindow('a_slash_offers_what_can_be_inserted', async ({ editor, page }) => {
  await editor.write('第一行\n');
  await page.keyboard.type('/');
  const menu = page.getByTestId('suggestions');
  await expect(menu).toBeVisible();
  await expect(menu).toContainText('一级标题');
  await page.keyboard.type('fengexian');
  await expect(menu.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(editor.article.locator('hr')).toHaveCount(1);
  expect(await text(editor)).toBe('第一行\n\n---\n\n');

  await editor.write('');
  await page.keyboard.type('/biaoge');
  await expect(menu).toContainText('表格');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '插入表格' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Neither in a word nor in code.
  await editor.write('和');
  await page.keyboard.type('/');
  await expect(menu).toBeHidden();
  await editor.write('```\n');
  await page.keyboard.type('/');
  await expect(menu).toBeHidden();
});

inOpenWindow('the_slash_menu_shows_by_half_an_entry_that_it_goes_on', async ({ editor, page }) => {
  await editor.write('');
  await page.keyboard.type('/');
  const menu = page.getByTestId('suggestions');
  await expect(menu.getByRole('option').first()).toHaveText(/^表格/);
  const shown = await menu.evaluate((list) => {
    const { bottom } = list.getBoundingClientRect();
    const boxes = [...list.querySelectorAll('[role=option]')].map((option) =>
      option.getBoundingClientRect(),
    );
    const last = boxes.find((box) => box.bottom > bottom);
    return last === undefined ? 'all' : (bottom - last.top) / last.height;
  });
  expect(shown).toBe(0.5);
});

test('the_palette_finds_commands_by_name_english_and_pinyin', async ({ editor, page }) => {
  await editor.open();
  await editor.write('引用我');
  await page.keyboard.press('F1');
  const search = page.getByRole('combobox', { name: '输入命令名或拼音' });
  await expect(search).toBeFocused();
  expect(await faults(page, 'popup')).toEqual([]);
  await search.fill('没有这个');
  await expect(page.getByText('没有匹配的命令')).toBeVisible();
  await search.fill('yinyong');
  await page.keyboard.press('Enter');
  await expect(editor.article.locator('blockquote')).toHaveText(['引用我']);
  await page.keyboard.press('F1');
  await search.fill('outline');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: '大纲' })).toHaveAttribute('aria-selected', 'true');
});

test('the_cheat_sheet_lists_the_shortcuts', async ({ editor, page }) => {
  await editor.open();
  await page.keyboard.press('ControlOrMeta+/');
  const sheet = page.getByRole('dialog', { name: '键盘快捷键' });
  await expect(sheet).toContainText('加粗');
  await expect(sheet).toContainText(/Ctrl\+B|⌘B/);
  expect(await faults(page, 'popup')).toEqual([]);
});

test('find_and_replace_work_in_the_text', async ({ editor, page }) => {
  await editor.open();
  await editor.write('甲乙甲');
  await page.keyboard.press('ControlOrMeta+Alt+F');
  const find = page.locator('.find-widget');
  await expect(find).toBeVisible();
  await find.locator('textarea').first().fill('甲');
  await find.locator('textarea').nth(1).fill('丙');
  await page.keyboard.press('ControlOrMeta+Alt+Enter');
  await expect(editor.article).toHaveText('丙乙丙');
});

test('the_outline_follows_the_cursor_and_leads_to_headings', async ({ editor, page }) => {
  const body = '字\n\n'.repeat(60);
  await editor.openWith(`# 一\n\n${body}## 二\n\n${body}## 三\n\n${body}`);
  await page.getByRole('button', { name: '样式', exact: true }).click();
  await page.getByRole('tab', { name: '大纲' }).click();
  const outline = page.getByRole('navigation', { name: '大纲' });
  await expect(outline.getByRole('button')).toHaveText(['一', '二', '三']);
  await outline.getByRole('button', { name: '三' }).click();
  await expect(outline.getByRole('button', { name: '三' })).toHaveAttribute('aria-current', 'true');
  await expect(editor.article.locator('h2').nth(1)).toBeInViewport();
  expect(await faults(page)).toEqual([]);
  await editor.write('没有标题');
  await expect(page.getByText('还没有标题')).toBeVisible();
});

inOpenWindow('a_selection_is_counted', async ({ editor, page }) => {
  await editor.write('一二三四五 hello');
  await expect(page.getByTestId('selection-stats')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+A');
  await expect(page.getByTestId('selection-stats')).toContainText('已选 6 字');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('selection-stats')).toBeHidden();
});

test('the_tools_speak_english', async ({ editor, page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await editor.open();
  await editor.write('');
  await page.keyboard.press('F1');
  await page.getByRole('combobox', { name: 'Type a command' }).fill('table');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Insert a table' });
  await expect(dialog).toBeVisible();
  expect(await dialog.innerText()).not.toMatch(/[\u4e00-\u9fff]/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+/');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  expect(await sheet.innerText()).not.toMatch(/[\u4e00-\u9fff]/);
});

test.describe('on_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('a_table_is_inserted_by_touch', async ({ editor, page }) => {
    await page.goto('/md');
    const box = page.getByRole('textbox', { name: 'Markdown 正文' });
    await box.fill('手机');
    await page.getByRole('button', { name: '插入', exact: true }).tap();
    await page.getByRole('menuitem', { name: '表格', exact: true }).tap();
    await page.getByRole('textbox', { name: '表头，第 1 列' }).fill('名');
    expect(await faults(page, 'popup')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: '插入', exact: true }).tap();
    await page.getByRole('tab', { name: '预览' }).tap();
    await expect(editor.article.locator('th').first()).toHaveText('名');
  });
});

test('the_palette_copies_for_wechat_and_searches_all_articles', async ({ editor, page }) => {
  await editor.open();
  await editor.write('# 由命令复制');
  const palette = page.getByRole('combobox', { name: '输入命令名或拼音' });
  await page.keyboard.press('F1');
  await palette.fill('复制到公众号');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已复制，去公众号后台粘贴即可').first()).toBeVisible();
  expect((await editor.clipboard())['text/html']).toContain('由命令复制');
  // What belongs to the documents works while they are not shown.
  await page.getByRole('button', { name: '收起文章列表' }).click();
  await page.keyboard.press('F1');
  await palette.fill('在全部文章中搜索');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '在全部文章中搜索与替换' })).toBeVisible();
});

test.describe('find_on_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('the_menu_finds_and_replaces_in_the_text', async ({ editor, page }) => {
    await page.goto('/md');
    const box = page.getByRole('textbox', { name: 'Markdown 正文' });
    await box.fill(`${'山\n\n'.repeat(60)}砚台与砚石`);
    await page.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: '查找和替换' }).click();
    const bar = page.getByRole('search', { name: '在文中查找' });
    expect(await faults(page)).toEqual([]);
    await bar.getByRole('searchbox', { name: '查找' }).fill('砚');
    await expect(bar.getByRole('status')).toHaveText('共 2 处');
    await bar.getByRole('button', { name: '下一处' }).click();
    await expect(bar.getByRole('status')).toHaveText('第 1 处，共 2 处');
    const chosen = await box.evaluate((element: HTMLTextAreaElement) => ({
      text: element.value.slice(element.selectionStart, element.selectionEnd),
      isScrolled: element.scrollTop > 0,
    }));
    expect(chosen).toEqual({ text: '砚', isScrolled: true });
    await bar.getByRole('textbox', { name: '替换为' }).fill('墨');
    await bar.getByRole('button', { name: '全部替换' }).click();
    await expect(box).toHaveValue(/墨台与墨石$/);
    await expect(bar.getByRole('status')).toHaveText('没有找到');
    await bar.getByRole('button', { name: '关闭' }).click();
    await expect(bar).toBeHidden();
    await editor.saved();
  });
});
