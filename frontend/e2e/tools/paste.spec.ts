import type { Page } from '@playwright/test';
import { type EditorScreen, test as fresh } from '../support/editor';
import { LibraryScreen } from '../support/library';
import { emptied, expect, test } from '../support/open-editor';
import { PNG } from '../support/pasted-image';
import { records } from '../support/storage';

async function put(page: Page, parts: Record<string, string>): Promise<void> {
  await page.evaluate(async (content) => {
    const items = Object.entries(content).map(([type, text]) => [type, new Blob([text], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))]);
  }, parts);
}

async function paste(editor: EditorScreen, keys = 'ControlOrMeta+V'): Promise<void> {
  await editor.focusSource();
  await editor.page.keyboard.press(keys);
}

const lines = (editor: EditorScreen) => editor.source.locator('.view-line');

test('rich_text_becomes_markdown_in_one_step', async ({ editor, page }) => {
  await editor.write('前');
  await put(page, {
    'text/html':
      '<h2>题</h2><p>一段<b>粗</b>文，<a href="https://example.com">链接</a></p><ul><li>甲</li><li>乙</li></ul>',
    'text/plain': '题 一段粗文，链接 甲 乙',
  });
  await editor.write('');
  await paste(editor);
  await expect(editor.article.locator('h2')).toHaveText(['题']);
  await expect(editor.article.locator('strong')).toHaveText(['粗']);
  await expect(editor.article.locator('li')).toHaveCount(2);
  await expect(lines(editor).first()).toHaveText('## 题');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.article).toHaveText('');
});

test('technical_text_keeps_every_word_and_blocks_stand_alone', async ({ editor, page }) => {
  await put(page, {
    'text/html':
      '<h2>标签</h2><p>用 &lt;script&gt; 与 List&lt;String&gt;，<b>加粗</b><b>Bold</b>后文</p><table><tr><td colspan="2">合并</td></tr><tr><td>1</td><td>2</td></tr></table>',
    'text/plain': '标签',
  });
  await editor.write('前文');
  await page.keyboard.press('ControlOrMeta+End');
  await paste(editor);
  await expect(editor.article.locator('h2')).toHaveText(['标签']);
  await expect(editor.article.locator('p').nth(1)).toHaveText(
    '用 <script> 与 List<String>，加粗Bold后文',
  );
  await expect(editor.article.locator('strong')).toHaveText(['加粗Bold']);
  await expect(editor.article.locator('td')).toHaveText(['1', '2']);
});

test('shift_pastes_the_bare_text', async ({ editor, page }) => {
  await editor.write('');
  await put(page, { 'text/html': '<h2>题</h2>', 'text/plain': '题' });
  await paste(editor, 'ControlOrMeta+Shift+V');
  await expect(editor.article.locator('p')).toHaveText(['题']);
  await expect(editor.article.locator('h2')).toHaveCount(0);
});

test('text_without_marks_and_markdown_are_pasted_as_they_are', async ({ editor, page }) => {
  await editor.write('');
  await put(page, {
    'text/html': '<div style="font-family:monospace"><span># 题 *a*</span></div>',
    'text/plain': '# 题 *a*',
  });
  await paste(editor);
  await expect(editor.article.locator('h1')).toHaveText('题 a');
  await editor.write('```\n');
  await put(page, { 'text/html': '<b>粗</b>', 'text/plain': '粗' });
  await page.keyboard.press('ControlOrMeta+V');
  await expect(lines(editor).nth(1)).toHaveText('粗');
});

test('an_address_over_words_makes_a_link', async ({ editor, page }) => {
  await editor.write('词');
  await page.keyboard.press('ControlOrMeta+A');
  await put(page, { 'text/plain': 'https://example.com/a' });
  await page.keyboard.press('ControlOrMeta+V');
  await expect(lines(editor).first()).toHaveText('[词](https://example.com/a)');
  await editor.write('看');
  await put(page, { 'text/plain': 'https://example.com/中文' });
  await page.keyboard.press('ControlOrMeta+V');
  await expect(editor.article.locator('a')).toHaveText('https://example.com/中文');
});

test('a_paste_fits_the_cell_the_item_and_the_code_that_it_is_put_into', async ({
  editor,
  page,
}) => {
  await editor.write('x|y\nz');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
  await editor.write('| a | b |\n| - | - |\n| c |  |');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(editor.article.locator('td')).toHaveCount(2);
  await expect(editor.article.locator('td').last()).toHaveText('x|yz');
  await editor.write('- ');
  await put(page, { 'text/plain': '- a\n- b\n' });
  await page.keyboard.press('ControlOrMeta+V');
  await expect(editor.article.locator('li')).toHaveText(['a', 'b']);
  await editor.write('`码`');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await put(page, { 'text/plain': 'https://example.com/a' });
  await page.keyboard.press('ControlOrMeta+V');
  await expect(lines(editor).first()).toHaveText('`https://example.com/a`');
});

test('a_document_of_word_keeps_its_lists_and_names_lost_pictures', async ({ editor, page }) => {
  await editor.write('');
  const item = (level: number, sign: string, words: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${sign}&nbsp;</span>${words}</p>`;
  // The clipboard service cleans what it is given, so the event carries Word's own HTML.
  await page.evaluate(
    (html) => {
      const data = new DataTransfer();
      data.setData('text/html', html);
      data.setData('text/plain', '甲 乙 丙');
      document
        .querySelector('[data-testid=source] textarea, [data-testid=source] .native-edit-context')
        ?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
    },
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->${item(1, '1.', '甲')}${item(2, 'a.', '乙')}${item(1, '2.', '丙')}<p><img src="file:///C:/a.png"></p><!--EndFragment--></body></html>`,
  );
  await expect(editor.article.locator('ol > li')).toHaveCount(3);
  await expect(editor.article.locator('ol ol > li')).toHaveText('乙');
  await expect(page.getByText('有 1 张图片只在原来的软件里')).toBeVisible();
});

test('rich_text_in_a_cell_stays_in_it', async ({ editor, page }) => {
  await editor.write('| 甲 | 乙 |\n| --- | --- |\n| 1 |  |');
  await put(page, { 'text/html': '<p>一<b>二</b></p><p>三|四</p>', 'text/plain': '一二\n\n三|四' });
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(editor.article.locator('td').nth(1)).toHaveText('一二三|四');
  await expect(editor.article.locator('td')).toHaveCount(2);
});

/** Holds back what rich paste needs until the answer is called. */
async function slowRichPaste(page: Page): Promise<() => void> {
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/rich-paste-/, async (route) => {
    await gone;
    await route.continue();
  });
  return () => go();
}

const RICH = { 'text/html': '<p>甲<b>乙</b></p>', 'text/plain': '甲乙' };

fresh.describe('what_needs_time_is_pasted_where_it_was_pasted', () => {
  // The worker answers without the route.
  fresh.use({ serviceWorkers: 'block' });

  fresh('before_what_is_written_meanwhile', async ({ editor, page }) => {
    await editor.open();
    await editor.write('前');
    await put(page, RICH);
    const arrive = await slowRichPaste(page);
    await paste(editor);
    await page.keyboard.type('后');
    await page.keyboard.press('Shift+Home');
    arrive();
    await expect(editor.article.locator('p')).toHaveText(['前甲乙后']);
    await expect(lines(editor).first()).toHaveText('前甲**乙**后');
  });

  fresh('in_its_own_article', async ({ editor, page }) => {
    await editor.open();
    await editor.write('第一篇，');
    await put(page, RICH);
    const library = new LibraryScreen(page);
    await library.create('第二篇');
    await editor.write('第二篇的文字');
    await library.row('内容 1').click();
    await expect(lines(editor).first()).toHaveText('第一篇，');
    await editor.focusSource();
    await page.keyboard.press('ControlOrMeta+End');
    const arrive = await slowRichPaste(page);
    await page.keyboard.press('ControlOrMeta+V');
    await library.row('第二篇').click();
    await expect(lines(editor).first()).toHaveText('第二篇的文字');
    arrive();
    const texts = async () =>
      (await records(page, 'posts')).map(({ content }) => (content as string).trim());
    await expect.poll(texts).toContain('第一篇，甲**乙**');
    expect(await texts()).toContain('第二篇的文字');
    await library.row('内容 1').click();
    await expect(lines(editor).first()).toHaveText('第一篇，甲**乙**');
  });
});

emptied('a_picture_is_dropped_where_the_pointer_is', async ({ editor, page }) => {
  await editor.open();
  await editor.write('一行\n\n另一行');
  await expect(lines(editor).last()).toHaveText('另一行');
  const first = await lines(editor).first().boundingBox();
  const options = await page.evaluateHandle((data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    return { dataTransfer, bubbles: true, cancelable: true };
  }, PNG.toString('base64'));
  const [x, y] = [(first?.x ?? 0) + 300, (first?.y ?? 0) + 10];
  await editor.source.evaluate(
    (source, [drop, clientX, clientY]) =>
      source.dispatchEvent(new DragEvent('drop', { ...drop, clientX, clientY })),
    [options, x, y] as const,
  );
  // A picture behind a line has one of its own.
  await expect(lines(editor).nth(2)).toHaveText(/^!\[/);
  await expect(lines(editor).first()).toHaveText('一行');
  await expect(lines(editor).last()).toHaveText('另一行');
});
