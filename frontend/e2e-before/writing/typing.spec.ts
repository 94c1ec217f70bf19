import type { Page } from '@playwright/test';
import type { EditorScreen } from '../support/editor';
import { expect, test } from '../support/open-editor';
import { storedText } from '../support/stored-text';

/** Writes with an input method, as a Chinese keyboard does. */
async function compose(page: Page, steps: readonly string[], result: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const text of steps) {
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await session.send('Input.insertText', { text: result });
  await session.detach();
}

interface Writing {
  editor: EditorScreen;
  page: Page;
  /** Empties the text and puts the focus there. */
  start: () => Promise<void>;
}

/** What is the same in Monaco and in the text box of a phone. */
const CASES: Record<string, (writing: Writing) => Promise<void>> = {
  async enter_continues_a_list_and_ends_it({ editor, page, start }) {
    await start();
    await page.keyboard.type('1. 一');
    await page.keyboard.press('Enter');
    await page.keyboard.type('二');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('子项');
    await expect(editor.article.locator('ol ol li')).toHaveText(['子项']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('三');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('段落');
    await expect(editor.article.locator('p').last()).toHaveText('段落');
    expect(await storedText(editor)).toBe('1. 一\n2. 二\n   1. 子项\n3. 三\n\n段落');
  },

  async an_item_is_split_and_the_rest_numbered_in_one_step({ editor, page, start }) {
    await start();
    await page.keyboard.insertText('1. 甲乙\n2. 丙');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(editor.article.locator('li')).toHaveText(['甲', '乙', '丙']);
    expect(await storedText(editor)).toBe('1. 甲\n2. 乙\n3. 丙');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.article.locator('li')).toHaveText(['甲乙', '丙']);
    expect(await storedText(editor)).toBe('1. 甲乙\n2. 丙');
  },

  async numbers_follow_when_lines_are_deleted({ editor, page, start }) {
    await start();
    await page.keyboard.insertText('1. 甲\n2. 乙\n3. 丙');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Backspace');
    expect(await storedText(editor)).toBe('1. 甲\n2. 丙');
    await page.keyboard.press('ControlOrMeta+Z');
    expect(await storedText(editor)).toBe('1. 甲\n2. 乙\n3. 丙');
    // Lines that are cut are numbered where they are put.
    await start();
    await page.keyboard.insertText('1. 甲\n2. 乙\n3. 丙');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+X');
    expect(await storedText(editor)).toBe('1. 甲\n2. 丙');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ControlOrMeta+V');
    expect(await storedText(editor)).toBe('1. 乙\n2. 甲\n3. 丙');
    // First what the line says, then the line.
    await start();
    await page.keyboard.insertText('1. 甲\n2. 乙\n3. 丙');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    expect(await storedText(editor)).toBe('1. 甲\n2. 丙');
  },

  async what_is_done_again_leaves_the_cursor_where_it_was({ editor, page, start }) {
    await start();
    await page.keyboard.insertText('1. 甲\n2. 乙\n3. 丙\n4. 丁');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+X');
    await page.keyboard.press('ControlOrMeta+Z');
    expect(await storedText(editor)).toBe('1. 甲\n2. 乙\n3. 丙\n4. 丁');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await page.keyboard.type('新');
    expect(await storedText(editor)).toBe('1. 甲\n新2. 丙\n3. 丁');
    await start();
    await page.keyboard.insertText('1. 甲\n2. 乙');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+Z');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await page.keyboard.type('新');
    expect(await storedText(editor)).toBe('1. 甲\n2. 新\n3. 乙');
  },

  async lines_that_are_pasted_into_code_of_an_item_stay_in_it({ editor, page, start }) {
    await start();
    await page.keyboard.insertText('1. 安装\n   ```\n   npm i\n   ```\n2. 运行');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.evaluate(() => navigator.clipboard.writeText('cd app\nnpm run dev'));
    await page.keyboard.press('ControlOrMeta+V');
    expect(await storedText(editor)).toBe(
      '1. 安装\n   ```\n   npm i\n   cd app\n   npm run dev\n   ```\n2. 运行',
    );
    await expect(editor.article.locator('ol > li')).toHaveCount(2);
  },

  async shift_enter_breaks_the_line_only({ editor, page, start }) {
    await start();
    await page.keyboard.type('- a');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('b');
    await expect(editor.article.locator('li')).toHaveCount(1);
    expect(await storedText(editor)).toBe('- a\nb');
  },

  async items_with_their_children_move_by_tab({ editor, page, start }) {
    await start();
    await page.keyboard.insertText('- a\n- b\n  - c\n- d');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await expect(editor.article.locator('ul ul ul li')).toHaveText(['c']);
    expect(await storedText(editor)).toBe('- a\n  - b\n    - c\n- d');
    await page.keyboard.press('Shift+Tab');
    await expect(editor.article.locator('ul ul ul')).toHaveCount(0);
    expect(await storedText(editor)).toBe('- a\n- b\n  - c\n- d');
  },

  async a_link_is_written_by_keys_alone({ editor, page, start }) {
    await start();
    await page.keyboard.type('见');
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.insertText('https://example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('这里');
    await page.keyboard.press('Tab');
    await page.keyboard.type('。');
    await expect(editor.article.locator('a')).toHaveText('这里');
    expect(await storedText(editor)).toBe('见[这里](https://example.com)。');
  },

  async tab_walks_the_cells_of_a_table_and_enter_leaves_it({ editor, page, start }) {
    await start();
    await page.keyboard.insertText('| 姓名 | 分 |\n| --- | --- |\n| 甲 | 1 |');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await page.keyboard.type('乙');
    await page.keyboard.press('Tab');
    await page.keyboard.type('22');
    await expect(editor.article.locator('td')).toHaveText(['甲', '1', '乙', '22']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('之后');
    await expect(editor.article.locator('p').last()).toHaveText('之后');
    expect(await storedText(editor)).toBe(
      '| 姓名 | 分  |\n| ---- | --- |\n| 甲   | 1   |\n| 乙   | 22  |\n\n之后',
    );
  },

  async backspace_behind_a_mark_leaves_no_heading({ editor, page, start }) {
    await start();
    await page.keyboard.type('正文一段');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- ');
    await page.keyboard.press('Backspace');
    expect(await storedText(editor)).toBe('正文一段\n');
    await page.keyboard.press('ControlOrMeta+Z');
    expect(await storedText(editor)).toBe('正文一段\n- ');
    await page.keyboard.type('项');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('同级');
    await expect(editor.article.locator('li')).toHaveText(['项', '同级']);
    expect(await storedText(editor)).toBe('正文一段\n- 项\n- 同级');
  },

  async shift_enter_in_a_cell_keeps_the_row({ editor, page, start }) {
    await start();
    await page.keyboard.insertText('| 甲 |\n| --- |\n| 一 |');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('二');
    await expect(editor.article.locator('td')).toHaveText(['一二']);
    await expect(editor.article.locator('td br')).toHaveCount(1);
    expect(await storedText(editor)).toBe('| 甲 |\n| --- |\n| 一<br>二 |');
  },

  async pairs_close_by_themselves_and_go_together({ editor, page, start }) {
    await start();
    await page.keyboard.type('**粗**和（注）`x`');
    await expect(editor.article.locator('strong')).toHaveText(['粗']);
    expect(await storedText(editor)).toBe('**粗**和（注）`x`');
    await page.keyboard.type('「');
    expect(await storedText(editor)).toBe('**粗**和（注）`x`「」');
    await page.keyboard.press('Backspace');
    expect(await storedText(editor)).toBe('**粗**和（注）`x`');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('《');
    expect(await storedText(editor)).toBe('《**粗**和（注）`x`》');
  },

  async a_fence_is_closed_and_code_keeps_its_indentation({ editor, page, start }) {
    await start();
    await page.keyboard.type('```');
    await expect(page.getByTestId('suggestions')).toContainText('javascript');
    await page.keyboard.type('py');
    await expect(page.getByRole('option', { selected: true })).toContainText('python');
    await page.keyboard.press('Enter');
    await page.keyboard.type('if x:');
    await page.keyboard.press('Enter');
    await page.keyboard.type('  pass');
    await page.keyboard.press('Enter');
    await page.keyboard.type('y');
    await expect(editor.article.locator('pre')).toContainText('pass');
    expect(await storedText(editor)).toBe('```py\nif x:\n  pass\n  y\n```');
  },

  async the_slash_menu_begins_at_its_first_entry({ editor, page, start }) {
    await start();
    const entries = page.getByRole('option');
    const chosen = page.getByRole('option', { selected: true });
    await page.keyboard.type('/');
    await expect(entries.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(entries.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(entries).toHaveCount(0);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('/');
    await expect(entries.first()).toHaveAttribute('aria-selected', 'true');
    await expect(chosen).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(editor.article).toHaveText('/');
  },
  async a_slash_of_a_chinese_keyboard_opens_the_menu({ editor, page, start }) {
    await start();
    await page.keyboard.type('、lct');
    await expect(page.getByRole('option', { selected: true })).toContainText('流程图');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('suggestions')).toBeHidden();
    await page.keyboard.type('开始写');
    expect(await storedText(editor)).toBe('```mermaid\nflowchart LR\n  A[开始写] --> B\n```\n');
    await start();
    await page.keyboard.type('苹果、梨');
    await expect(page.getByTestId('suggestions')).toBeHidden();
    await page.keyboard.press('Enter');
    await page.keyboard.type('／');
    await expect(page.getByTestId('suggestions')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('suggestions')).toBeHidden();
    await page.keyboard.type('b');
    await expect(page.getByTestId('suggestions')).toBeHidden();
    expect(await storedText(editor)).toBe('苹果、梨\n／b');
  },

  async an_input_method_is_not_disturbed({ editor, page, start }) {
    await start();
    await page.keyboard.type('- ');
    await compose(page, ['n', 'ni', 'ni hao'], '你好');
    await page.keyboard.press('Enter');
    await compose(page, ['「'], '「');
    await compose(page, ['s', 'shi'], '世');
    await compose(page, ['」'], '」');
    await expect(editor.article.locator('li')).toHaveText(['你好', '「世」']);
    expect(await storedText(editor)).toBe('- 你好\n- 「世」');
  },

  async brackets_of_an_input_method_close_once({ editor, page, start }) {
    await start();
    for (const sign of ['（', '「', '《', '“', '【']) {
      await compose(page, [sign], sign);
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.type('选中');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await compose(page, ['《'], '《');
    expect(await storedText(editor)).toBe('（）「」《》“”【】《选中》');
  },
};

test.describe('in_monaco', () => {
  for (const [name, run] of Object.entries(CASES)) {
    test(name, async ({ editor, page }) => {
      await run({ editor, page, start: () => editor.write('') });
    });
  }
});

test('items_that_move_by_the_keyboard_keep_their_numbers_in_order', async ({ editor, page }) => {
  await editor.write('1. 甲\n2. 乙');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await storedText(editor)).toBe('1. 乙\n2. 甲');
  await page.keyboard.press('ControlOrMeta+Z');
  expect(await storedText(editor)).toBe('1. 甲\n2. 乙');
  // An item takes along what it holds.
  await editor.write('1. 甲\n   1. 子\n2. 乙');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await storedText(editor)).toBe('1. 乙\n2. 甲\n   1. 子');
  await page.keyboard.type('！');
  expect(await storedText(editor)).toBe('1. 乙！\n2. 甲\n   1. 子');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Alt+ArrowDown');
  expect(await storedText(editor)).toBe('1. 甲\n   1. 子\n2. 乙');
  // The first row of a table changes places with the head.
  await editor.write('| 头 |\n| - |\n| 行 |');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await storedText(editor)).toBe('| 行 |\n| - |\n| 头 |');
  await page.keyboard.press('ControlOrMeta+Z');
  expect(await storedText(editor)).toBe('| 头 |\n| - |\n| 行 |');
  await editor.write('甲\n乙');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await storedText(editor)).toBe('乙\n甲');
});

test('numbers_follow_the_key_that_deletes_a_line', async ({ editor, page }) => {
  await editor.write('1. 甲\n2. 乙\n3. 丙');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ControlOrMeta+Shift+K');
  expect(await storedText(editor)).toBe('1. 甲\n2. 丙');
  await page.keyboard.press('ControlOrMeta+Z');
  expect(await storedText(editor)).toBe('1. 甲\n2. 乙\n3. 丙');
  // A line that is cut without a selection is put above the line of the cursor, which stays where it is.
  await page.keyboard.press('ControlOrMeta+X');
  expect(await storedText(editor)).toBe('1. 甲\n2. 丙');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.type('！');
  expect(await storedText(editor)).toBe('1. 乙\n2. 甲！\n3. 丙');
  await page.keyboard.press('Backspace');
  // The last line, and lines of text, go as they always did.
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+Shift+K');
  expect(await storedText(editor)).toBe('1. 乙\n2. 甲');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  expect(await storedText(editor)).toBe('');
});

test('a_line_copied_without_a_selection_is_put_above_that_of_the_cursor', async ({
  editor,
  page,
}) => {
  await editor.write('- 甲\n\n文');
  await page.keyboard.press('ControlOrMeta+C');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+V');
  expect(await storedText(editor)).toBe('文\n- 甲\n\n文');
});

test('several_cursors_paste_into_their_items', async ({ editor, page }) => {
  await editor.write('- 词\n- 词');
  await page.keyboard.press('ControlOrMeta+Home');
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ControlOrMeta+D');
  await page.keyboard.press('ArrowRight');
  await page.evaluate(() => navigator.clipboard.writeText('一\n\n二'));
  await page.keyboard.press('ControlOrMeta+V');
  expect(await storedText(editor)).toBe('- 词一\n\n  二\n- 词一\n\n  二');
  await page.keyboard.type('！');
  expect(await storedText(editor)).toBe('- 词一\n\n  二！\n- 词一\n\n  二！');
});

test('several_cursors_type_pairs_and_continue_lists', async ({ editor, page }) => {
  await editor.write('- 词\n- 词');
  await page.keyboard.press('ControlOrMeta+Home');
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ControlOrMeta+D');
  await page.keyboard.type('(');
  expect(await storedText(editor)).toBe('- (词)\n- (词)');
  await page.keyboard.press('ControlOrMeta+B');
  expect(await storedText(editor)).toBe('- (**词**)\n- (**词**)');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('又');
  expect(await storedText(editor)).toBe('- (**词**)\n- 又\n- (**词**)\n- 又');
  const items = editor.article.locator('li');
  await expect(items).toHaveText(['(词)', '又', '(词)', '又']);
  await page.keyboard.press('ControlOrMeta+Z');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(items).toHaveText(['(词)', '(词)']);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(items).toHaveText(['(词)', '又', '(词)', '又']);
});

test('one_undo_takes_back_one_composed_word', async ({ editor, page }) => {
  await editor.write('');
  for (const word of ['今天', '天气', '，', '很好']) await compose(page, [word], word);
  expect(await storedText(editor)).toBe('今天天气，很好');
  for (const left of ['今天天气，', '今天天气', '今天', '']) {
    await page.keyboard.press('ControlOrMeta+Z');
    expect(await storedText(editor)).toBe(left);
  }
});

test('words_end_at_chinese_punctuation_and_where_a_dictionary_says', async ({ editor, page }) => {
  await editor.write('今天天气很好，我们去买墨。cat，dog。');
  await page.keyboard.press('ControlOrMeta+Backspace');
  expect(await storedText(editor)).toBe('今天天气很好，我们去买墨。cat，dog');
  await page.keyboard.press('ControlOrMeta+Backspace');
  expect(await storedText(editor)).toBe('今天天气很好，我们去买墨。cat，');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Delete');
  expect(await storedText(editor)).toBe('天气很好，我们去买墨。cat，');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+D');
  await page.keyboard.type('bird');
  expect(await storedText(editor)).toBe('天气很好，我们去买墨。bird，');
});

test('the_keys_of_other_editors_copy_lines_and_save', async ({ editor, page }) => {
  await editor.write('甲\n乙');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  expect(await storedText(editor)).toBe('甲\n乙\n乙');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  expect(await storedText(editor)).toBe('甲\n甲\n乙\n乙');
  await page.evaluate(() =>
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.code !== 'KeyS') return;
        setTimeout(() => {
          document.body.dataset.taken = String(event.defaultPrevented);
        });
      },
      { capture: true },
    ),
  );
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.locator('body')).toHaveAttribute('data-taken', 'true');
  await editor.saved();
});

test('the_find_box_covers_neither_what_is_typed_in_it_nor_the_text_when_it_is_closed', async ({
  editor,
  page,
}) => {
  await editor.write('甲');
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.press('Alt+R');
  await page.keyboard.type('(\\d+');
  const message = page.locator('.monaco-inputbox-message');
  const box = page.locator('.find-widget .find-part .monaco-findInput');
  await expect(message).toBeVisible();
  const [shown, typed] = [await message.boundingBox(), await box.boundingBox()];
  expect(shown?.y).toBeGreaterThanOrEqual((typed?.y ?? 0) + (typed?.height ?? 0) - 1);
  // Closed, it leaves no shadow on the text.
  await expect(page.locator('.find-widget')).not.toHaveCSS('box-shadow', 'none');
  await page.keyboard.press('Escape');
  await expect(page.locator('.find-widget')).toHaveCSS('box-shadow', 'none');
});

test.describe('in_the_text_box_of_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  for (const [name, run] of Object.entries(CASES)) {
    test(name, async ({ editor, page }) => {
      const box = page.getByRole('textbox', { name: 'Markdown 正文' });
      const start = async () => {
        await box.fill('');
        await box.focus();
      };
      await run({ editor, page, start });
    });
  }
});
