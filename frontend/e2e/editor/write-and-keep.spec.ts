import type { Page } from '@playwright/test';
import { type EditorScreen, expect, test } from '../support/editor';
import { LibraryScreen } from '../support/library';
import { settled } from '../support/settled';
import { records } from '../support/storage';

test('an_author_begins_to_write_and_finds_it_again', async ({ editor, page }) => {
  await editor.openForTheFirstTime();
  await test.step('the_first_start_shows_the_tutorial', async () => {
    await expect(editor.article.locator('h1')).toHaveText('从第一行字到公众号');
    const [post] = await records(page, 'posts');
    expect(post).toMatchObject({ title: '内容 1', parentId: null, collapsed: false });
    expect(await records(page, 'knowledgeBases')).toHaveLength(1);
    expect(editor.foreignRequests).toEqual([]);
  });
  await test.step('the_tab_of_the_browser_has_the_name_of_the_article', async () => {
    await expect(page).toHaveTitle('内容 1 · 墨砚');
    await editor.write('# 雨巷\n\n撑着油纸伞');
    await expect(page).toHaveTitle('雨巷 · 墨砚');
  });
  await test.step('what_is_typed_appears_in_the_preview', async () => {
    await editor.write('# 题目\n\n一段**重要的**文字');
    await expect(editor.article.locator('h1')).toHaveText('题目');
    await expect(editor.article.locator('strong')).toHaveText(['重要的']);
  });
  await test.step('undo_brings_back_what_a_command_changed', async () => {
    await editor.write('中文English混排');
    await page.getByRole('button', { name: '整理全文' }).click();
    await expect(editor.article).toHaveText('中文 English 混排');
    await editor.focusSource();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.article).toHaveText('中文English混排');
  });
  await test.step('shortcuts_format_the_selection', async () => {
    await editor.write('重点');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+B');
    await expect(editor.article.locator('strong')).toHaveText(['重点']);
    await page.keyboard.press('ControlOrMeta+B');
    await expect(editor.article.locator('strong')).toHaveCount(0);
  });
  await test.step('an_empty_article_says_so', async () => {
    await editor.write('');
    await expect(page.getByText('文章还是空的')).toBeVisible();
    await editor.write('字');
    await expect(page.getByText('文章还是空的')).toBeHidden();
  });
  await test.step('default_content_comes_back_and_can_be_taken_back', async () => {
    await editor.write('我的文章');
    await page.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: '用教程替换正文' }).click();
    await expect(page.getByText('已用教程替换正文')).toBeVisible();
    await expect(editor.article.locator('h1')).toHaveText('从第一行字到公众号');
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(editor.article).toHaveText('我的文章');
  });
  await test.step('reloading_keeps_the_text', async () => {
    await editor.write('# 留下来\n\n不该丢的字');
    await editor.saved();
    await page.reload();
    await editor.ready();
    await expect(editor.article.locator('h1')).toHaveText('留下来');
    await expect(editor.source).toContainText('不该丢的字');
  });
});

async function leaveRightAfterTheLastKey(editor: EditorScreen, page: Page): Promise<void> {
  await editor.open();
  await editor.write('最后一个字');
  await page.goto('about:blank');
  await page.goto('/md');
  await editor.ready();
  await expect(editor.article).toHaveText('最后一个字');
}

test('leaving_right_after_the_last_key_keeps_the_text', async ({ editor, page }) => {
  await leaveRightAfterTheLastKey(editor, page);
});

test('leaving_a_page_that_is_too_busy_for_its_last_events_keeps_the_text', async ({
  editor,
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['pagehide', 'visibilitychange'])
      window.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
  });
  await leaveRightAfterTheLastKey(editor, page);
});

test('an_edit_in_the_middle_of_a_long_article_touches_one_block', async ({ editor, page }) => {
  const paragraph = '春江潮水连海平，海上明月共潮生。滟滟随波千万里，何处春江无月明。';
  const text = Array.from({ length: 400 }, (_, i) => `第 ${i} 段：${paragraph.repeat(3)}`).join(
    '\n\n',
  );
  expect(new TextEncoder().encode(text).length).toBeGreaterThan(100_000);
  await editor.openWith(text);
  await expect(editor.article.locator('> p')).toHaveCount(400);
  const middle = editor.article.locator('> p').nth(200);
  await middle.scrollIntoViewIfNeeded();
  await middle.click();
  await expect
    .poll(() => editor.article.evaluate((root) => root.ownerDocument.documentElement.scrollTop))
    .toBeGreaterThan(1000);
  const before = await editor.article.evaluate((root) => {
    const kept = [...root.children];
    Object.assign(globalThis, { kept, html: kept.map((child) => child.outerHTML) });
    return root.ownerDocument.documentElement.scrollTop;
  });
  await page.keyboard.press('End');
  await page.keyboard.insertText('【新】');
  await expect(middle).toContainText('【新】');
  const after = await editor.article.evaluate((root) => {
    const { kept, html } = globalThis as unknown as { kept: Element[]; html: string[] };
    const children = [...root.children];
    return {
      replaced: children.filter((child, i) => child !== kept[i]).length,
      changed: children.filter((child, i) => child.outerHTML !== html[i]).length,
      scrollTop: root.ownerDocument.documentElement.scrollTop,
    };
  });
  expect(after).toMatchObject({ replaced: 0, changed: 1 });
  expect(Math.abs(after.scrollTop - before)).toBeLessThan(2);
});

test('a_long_version_that_is_restored_is_shown_at_its_start', async ({ editor, page }) => {
  await editor.openWith(
    Array.from({ length: 60 }, (_, i) => `## 第 ${i} 节\n\n${'文字。'.repeat(20)}`).join('\n\n'),
  );
  await expect(editor.article.locator('h2')).toHaveCount(60);
  await editor.write('# 短文\n\n一段');
  await expect(editor.article.locator('h2')).toHaveCount(0);
  await editor.saved();
  await new LibraryScreen(page).act('短文', '历史版本…');
  await page.getByRole('button', { name: '恢复这个版本' }).click();
  await expect(editor.article.locator('h2')).toHaveCount(60);
  await expect(editor.source).toContainText('第 0 节');
  // The cursor of the restored text is read after a while.
  const top = () => editor.article.evaluate((r) => r.ownerDocument.documentElement.scrollTop);
  expect(await settled(page, top)).toBe(0);
});
