import { zipSync } from 'fflate';
import { expect, test } from './base';
import type { Tab } from './drive/tab';
import {
  article,
  chooseInMenu,
  clickSource,
  copyForWechat,
  documentRow,
  editorIsReady,
  inDocumentsMenu,
  isSaved,
  openEditor,
  write,
} from './editor-screen';

const ARTICLE = `# 大题

第一段有**重点**与 $x^2$。

\`\`\`js
const a = 1;
\`\`\`

$$
\\sum_{i=1}^{n} x_i
$$

\`\`\`mermaid
graph LR
  甲 --> 乙
\`\`\`

尾段。
`;

test('the_landing_page_typesets_what_is_written_on_it', async ({ tab }) => {
  await tab.open('/');
  await tab.find({ role: 'heading', name: /./ }).shows();
  await tab.says('排版引擎正在你的浏览器里运行。');
  await tab.find({ role: 'textbox', name: /原文/ }).fill('# 我的标题');
  await tab.find({ role: 'region', name: '成稿' }).find('h1').hasText('我的标题');
});

test('a_first_visitor_writes_and_finds_the_text_again', async ({ tab }) => {
  await openEditor(tab);
  await article(tab).find('h1').hasText('从第一行字到公众号');
  await write(tab, '');
  await tab.type('# abc');
  await tab.press('Enter');
  await tab.insertText('第一段。');
  await article(tab).find('h1').hasText('abc');
  await article(tab).find('p').hasText('第一段。');
  await isSaved(tab);
  await tab.reload();
  await editorIsReady(tab);
  await article(tab).find('p').hasText('第一段。');
  await tab.find('[data-testid=source] .view-lines').hasText(/第一段。/);
});

test('the_key_that_ends_a_word_closes_no_box_in_the_order_of_safari', async ({ tab }) => {
  await openEditor(tab);
  await tab.find({ role: 'button', name: '新建文章' }).click();
  const box = tab.find({ role: 'textbox', name: '文章名称' });
  await box.fill('墨');
  // Safari says that the word has ended before it says which key has ended it.
  await box.evaluate((element) => {
    const options = { bubbles: true, cancelable: true };
    element.dispatchEvent(new CompositionEvent('compositionstart', options));
    element.dispatchEvent(new CompositionEvent('compositionend', { ...options, data: '墨' }));
    const key = new KeyboardEvent('keydown', { ...options, key: 'Enter' });
    Object.defineProperty(key, 'keyCode', { value: 229 });
    element.dispatchEvent(key);
  });
  await box.hasValue('墨');
  await tab.press('Enter');
  await box.isGone();
  await documentRow(tab, '墨').shows();
});

test('the_first_copy_after_a_cold_start_is_on_the_clipboard', async ({ tab }) => {
  await openEditor(tab);
  await write(tab, ARTICLE);
  await article(tab).find('.katex').shows();
  await copyForWechat(tab);
  const { 'text/html': html = '', 'text/plain': text = '' } = await tab.clipboard();
  expect(html).toMatch(/<strong[^>]*style="[^"]*"[^>]*>(<[^>]*>)*重点/);
  expect(html.match(/<svg/g)?.length).toBeGreaterThanOrEqual(3);
  expect(html).toContain('尾段。');
  // WebKit's own mark of spaces, see docs/copy-chain.md.
  const ours = html.replaceAll(' class="Apple-converted-space"', '');
  expect(ours).not.toMatch(/\sclass=|<style|hljs-/);
  expect(text).toContain('第一段有重点');

  await test.step('a_selection_of_the_preview_is_copied_alone', async () => {
    await article(tab).find({ text: '尾段。' }).click();
    await article(tab)
      .find({ text: '尾段。' })
      .evaluate((last) => {
        const { defaultView, getSelection } = last.ownerDocument;
        defaultView?.focus();
        getSelection.call(last.ownerDocument)?.setBaseAndExtent(last, 0, last, 1);
      });
    await tab.press('Mod+C');
    await tab.says('已复制所选内容');
    const selected = await tab.clipboard();
    expect(selected['text/html']).toContain('尾段');
    expect(selected['text/html']).not.toContain('大题');
    expect(selected['text/plain']?.trim()).toBe('尾段。');
  });
});

test('a_copy_succeeds_when_the_clipboard_service_refuses', async ({ tab }) => {
  await openEditor(tab);
  await write(tab, '# 大题\n\n第一段有**重点**。\n');
  await article(tab).find({ text: '重点' }).shows();
  await tab.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await copyForWechat(tab);
  const { 'text/html': html = '' } = await tab.clipboard();
  expect(html).toMatch(/<strong[^>]*style="[^"]*"[^>]*>(<[^>]*>)*重点/);
});

/** Copies something from a page that is not the product's. */
async function copyElsewhere(tab: Tab, html: string): Promise<void> {
  await tab.open('/robots.txt');
  await tab.evaluate((content) => {
    document.body.innerHTML = content;
  }, html);
  await tab.find('body > *').click();
  await tab.press('Mod+A');
  await tab.press('Mod+C');
}

test('what_was_copied_on_another_page_is_pasted_as_markdown', async ({ tab }) => {
  await openEditor(tab);
  await write(tab, '');
  await article(tab).find('*').isGone();
  await isSaved(tab);
  await copyElsewhere(tab, '<h2>题</h2><p>一段<b>粗</b>文</p><ul><li>甲</li><li>乙</li></ul>');
  await openEditor(tab);
  await clickSource(tab);
  await tab.press('Mod+V');
  await article(tab).find('h2').hasText('题');
  await article(tab).find('strong').hasText('粗');
  expect(await article(tab).find('li').count()).toBe(2);

  await test.step('plain_text_stays_as_it_is', async () => {
    await isSaved(tab);
    await copyElsewhere(tab, '<textarea rows="5">## 只有文字\n\n- 丙</textarea>');
    await openEditor(tab);
    await clickSource(tab);
    await tab.press('Mod+A');
    await tab.press('Mod+V');
    await article(tab).find('h2').hasText('只有文字');
    await article(tab).find('li').hasText(/丙/);
  });
});

test('the_menu_of_the_source_copies_cuts_and_pastes_or_says_how', async ({ tab, engineName }) => {
  const pick = async (entry: RegExp) => {
    await tab.find('[data-testid=source] .view-line').click('right');
    await tab.find({ role: 'menuitem', name: entry }).click();
    await tab.find({ role: 'menuitem', name: entry }).isGone();
  };
  const plainText = async () => (await tab.clipboard())['text/plain'];
  await openEditor(tab);
  await write(tab, '甲乙丙');
  await tab.press('Mod+A');
  await pick(/^复制 Ctrl|^复制$/);
  await tab.until(async () => expect(await plainText()).toBe('甲乙丙'));
  await tab.type('x');
  await article(tab).find('p').hasText('x');
  await tab.press('Mod+A');
  await pick(/^剪切/);
  await article(tab).find('p').isGone();
  expect(await plainText()).toBe('x');
  // WebKit asks with a button of its own, and the page waits for a person who presses it.
  if (engineName !== 'webkit') {
    await pick(/^粘贴/);
    await article(tab).find('p').hasText('x');
  }
  await tab.evaluate(() => {
    navigator.clipboard.read = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await pick(/^粘贴/);
  await tab.says('浏览器不允许读取剪贴板，请按 Ctrl+V 粘贴。');
});

test('files_are_imported_and_a_backup_is_restored_in_an_empty_browser', async ({
  tab,
  newPerson,
}) => {
  await openEditor(tab);
  await chooseInMenu(tab, '导入文件…', [
    { name: 'alone.md', content: '---\ntitle: 单独的\n---\n# 单独的' },
  ]);
  await documentRow(tab, '单独的').shows();
  const packed = zipSync({ '包里的.md': new TextEncoder().encode('# 包里的') });
  await chooseInMenu(tab, '导入文件…', [{ name: 'packed.zip', content: Buffer.from(packed) }]);
  await tab.find({ role: 'dialog' }).find({ role: 'button', name: /^导入/ }).click();
  await documentRow(tab, '包里的').shows();
  await inDocumentsMenu(tab, '备份全部文章');
  const { name, content } = await tab.downloaded();
  expect(name).toMatch(/^moyan-.*\.zip$/);

  const other = await newPerson();
  await openEditor(other);
  await chooseInMenu(other, '从备份恢复…', [{ name: 'moyan.zip', content }]);
  await other.find({ role: 'radio', name: '替换全部文章' }).click();
  await other.find({ role: 'dialog' }).find({ role: 'button', name: '恢复' }).click();
  await other.says('已从备份恢复全部文章');
  await documentRow(other, '单独的').click();
  await article(other).find('h1').hasText('单独的');
});
