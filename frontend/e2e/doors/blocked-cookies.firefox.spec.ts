import { expect, test } from './base';
import { article, editorIsReady } from './editor-screen';

// All cookies are blocked, and with them all that a page may keep.
test.use({ firefoxPreferences: { 'network.cookie.cookieBehavior': 2 } });

test('the_editor_opens_where_nothing_may_be_kept_and_says_so', async ({ tab }) => {
  await tab.open('/md');
  await editorIsReady(tab);
  // The message lies over the first lines.
  await tab.find('[data-testid=source] .view-line').at(9).click();
  await tab.press('Mod+A');
  await tab.insertText('# 留不住的题');
  await article(tab).find('h1').hasText('留不住的题');
  await tab.says('浏览器禁止了本地存储，新的修改无法保存。');
  await tab.find({ role: 'button', name: '下载文章' }).click();
  expect((await tab.downloaded()).content.toString()).toBe('# 留不住的题');
  // Firefox itself says that it keeps nothing for use without a network either.
  await tab.until(async () => expect(tab.errors).toHaveLength(1));
  expect((tab.errors as string[]).splice(0)[0]).toContain('ServiceWorker');
});
