import type { Page } from '@playwright/test';
import { faults } from '../support/axe';
import { type EditorScreen, expect, test } from '../support/editor';
import { records } from '../support/storage';

const box = (page: Page) => page.getByTestId('css-source').locator('.monaco-editor').first();

async function openPanel(page: Page, name = '样式', tab = 'CSS 方案'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await expect(box(page)).toBeVisible();
}

async function writeCss(page: Page, css: string): Promise<void> {
  await box(page).locator('textarea, .native-edit-context').first().focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(css);
}

const headingColor = (editor: EditorScreen) =>
  editor.article.locator('h2').evaluate((h2) => getComputedStyle(h2).color);

async function config(page: Page) {
  const settings = await records(page, 'settings');
  return settings.find(({ key }) => key === 'css_content_config')?.value as {
    active: string;
    tabs: { title: string; name: string; content: string }[];
  };
}

test('the_language_service_is_fetched_only_when_the_panel_opens', async ({ editor, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await editor.open();
  await editor.saved();
  expect(asked.filter((url) => /css\.worker|css-panel|cssMode/.test(url))).toEqual([]);
  await openPanel(page);
  await writeCss(page, 'h2 {');
  await expect.poll(() => asked.some((url) => /css\.worker/.test(url))).toBe(true);
  expect(editor.foreignRequests).toEqual([]);
});

test('suggestions_stand_on_a_ground_of_their_own', async ({ editor, page }) => {
  await editor.open();
  await openPanel(page);
  await box(page).locator('textarea, .native-edit-context').first().focus();
  const list = page.locator('.suggest-widget').first();
  // The language service may arrive after the letters.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('h2 { col');
    await expect(list.getByText('color', { exact: true }).first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(list).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const focused = list.locator('.monaco-list-row.focused');
  await expect(focused).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('suggestions_are_chosen_by_the_keyboard', async ({ editor, page }) => {
  await editor.open();
  // Monaco has looked for keys before the list of suggestions comes.
  await editor.write('## 标题');
  await openPanel(page);
  const css = box(page);
  await css.locator('textarea, .native-edit-context').first().focus();
  const rows = page.locator('.suggest-widget .monaco-list-row');
  const suggest = (letters: string) =>
    expect(async () => {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(letters);
      await expect(rows.nth(1)).toBeVisible({ timeout: 5000 });
    }).toPass();
  await suggest('h1 { bord');
  await page.keyboard.press('ArrowDown');
  const second = await rows.nth(1).getAttribute('aria-label');
  await expect(rows.nth(1)).toHaveClass(/focused/);
  await page.keyboard.press('Enter');
  await expect(css).toContainText(`h1 { ${/^[a-z-]+/.exec(second ?? '')}: `);
  await suggest('h1 { colo');
  await page.keyboard.press('Escape');
  await expect(rows.first()).toBeHidden();
  await expect(css.locator('.view-line')).toHaveCount(1);
});

test('a_new_style_sheet_is_in_view_among_many', async ({ editor, page }) => {
  await editor.open();
  await openPanel(page);
  for (let n = 0; n < 7; n += 1) await page.getByRole('button', { name: '新建方案' }).click();
  const tab = page.getByRole('tab', { selected: true, name: '方案 8' });
  await expect(tab).toBeInViewport({ ratio: 0.9 });
});

test('what_is_written_shows_at_once_is_copied_and_kept', async ({ editor, page }) => {
  await editor.open();
  await editor.write('## 标题\n\n正文\n');
  await openPanel(page);
  expect(await faults(page)).toEqual([]);
  await writeCss(page, 'h2 { color: rgb(1, 2, 3); }');
  await expect.poll(() => headingColor(editor)).toBe('rgb(1, 2, 3)');
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText(/已复制/).first()).toBeVisible();
  expect((await editor.clipboard())['text/html']).toMatch(/color: ?#010203/);
  await page.reload();
  await editor.ready();
  await expect.poll(() => headingColor(editor)).toBe('rgb(1, 2, 3)');
  expect(await config(page)).toEqual({
    active: '方案 1',
    tabs: [{ title: '方案 1', name: '方案 1', content: 'h2 { color: rgb(1, 2, 3); }' }],
  });
});

test('errors_are_named_with_their_line', async ({ editor, page }) => {
  await editor.open();
  await openPanel(page);
  await writeCss(page, 'h2 { color: red; }\np { colr: blue; }\nh3 { color: }');
  const problems = page.getByRole('region', { name: '2 处问题' });
  await expect(problems.getByRole('button', { name: /第 2 行.*不认识的属性/ })).toBeVisible();
  await problems.getByRole('button', { name: /第 3 行.*缺少属性值/ }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('h2 {}');
  await expect(problems).toBeHidden();
  // Broken CSS loses only what is broken.
  await writeCss(page, 'p { color: }\nh2 { color: rgb(9, 9, 9) }');
  await editor.write('## 标题');
  await expect(editor.article.locator('h2')).toHaveCount(1);
  await expect.poll(() => headingColor(editor)).toBe('rgb(9, 9, 9)');
});

test('style_sheets_are_added_renamed_duplicated_switched_and_deleted', async ({ editor, page }) => {
  await editor.open();
  await editor.write('## 标题');
  await openPanel(page);
  await writeCss(page, 'h2 { color: rgb(1, 1, 1) }');
  await expect.poll(() => headingColor(editor)).toBe('rgb(1, 1, 1)');
  const plain = await page.evaluate(() => getComputedStyle(document.body).color);
  expect(plain).not.toBe('rgb(1, 1, 1)');

  await page.getByRole('button', { name: '新建方案' }).click();
  await expect(page.getByRole('tab', { name: '方案 2' })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => headingColor(editor)).not.toBe('rgb(1, 1, 1)');
  await writeCss(page, 'h2 { color: rgb(2, 2, 2) }');
  await expect.poll(() => headingColor(editor)).toBe('rgb(2, 2, 2)');

  await page.getByRole('button', { name: '“方案 2”的更多操作' }).click();
  await page.getByRole('menuitem', { name: '重命名' }).click();
  const name = page.getByRole('textbox', { name: '名称' });
  await name.fill('方案 1');
  await expect(page.getByText('已有同名的方案')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: '重命名' })).toBeDisabled();
  expect(await faults(page, 'popup')).toEqual([]);
  await name.fill('小报');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: '小报' })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => headingColor(editor)).toBe('rgb(2, 2, 2)');

  await page.getByRole('button', { name: '“小报”的更多操作' }).click();
  await page.getByRole('menuitem', { name: '创建副本' }).click();
  await expect(page.getByRole('tab', { name: '小报 副本' })).toBeVisible();
  await expect(box(page)).toContainText('rgb(2, 2, 2)');
  await page.getByRole('tab', { name: '方案 1' }).click();
  await expect.poll(() => headingColor(editor)).toBe('rgb(1, 1, 1)');

  await page.getByRole('button', { name: '“方案 1”的更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await expect(page.getByRole('tab', { name: '方案 1' })).toBeHidden();
  await expect.poll(() => headingColor(editor)).toBe('rgb(2, 2, 2)');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(() => headingColor(editor)).toBe('rgb(1, 1, 1)');
  await expect
    .poll(async () => (await config(page)).tabs.map((tab) => tab.name))
    .toEqual(['方案 1', '小报', '小报 副本']);
});

test('a_reset_turns_own_styles_off_and_can_be_taken_back', async ({ editor, page }) => {
  await editor.open();
  await editor.write('## 标题');
  await openPanel(page);
  await writeCss(page, 'h2 { color: rgb(1, 1, 1) }');
  await expect.poll(() => headingColor(editor)).toBe('rgb(1, 1, 1)');
  await page.getByRole('tab', { name: '样式', exact: true }).click();
  await page.getByRole('button', { name: '重置样式' }).click();
  await page.getByRole('button', { name: '重置', exact: true }).click();
  await expect(page.getByText('样式已重置')).toBeVisible();
  await expect.poll(() => headingColor(editor)).not.toBe('rgb(1, 1, 1)');
  expect((await config(page)).tabs[0]?.content).toBe('h2 { color: rgb(1, 1, 1) }');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(() => headingColor(editor)).toBe('rgb(1, 1, 1)');
});

test('the_panel_speaks_english', async ({ editor, page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await editor.open();
  await editor.write('## Title');
  await openPanel(page, 'Style', 'CSS');
  await expect(page.getByRole('tab', { name: 'Style sheet 1' })).toBeVisible();
  await writeCss(page, 'p { colr: blue }');
  await expect(page.getByText('Unknown property')).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test.describe('on_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('styles_are_written_in_a_plain_box', async ({ editor, page }) => {
    await page.goto('/md');
    await page.getByRole('textbox', { name: 'Markdown 正文' }).fill('## 标题');
    await page.getByRole('button', { name: '样式', exact: true }).tap();
    await page.getByRole('tab', { name: 'CSS 方案', exact: true }).tap();
    await page.getByRole('textbox', { name: 'CSS 代码' }).fill('h2 { color: rgb(1, 1, 1) }');
    await expect.poll(() => headingColor(editor)).toBe('rgb(1, 1, 1)');
    expect(await faults(page, 'popup')).toEqual([]);
  });
});
