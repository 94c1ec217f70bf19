import type { Page } from '@playwright/test';
import { faults } from '../support/axe';
import { expect, test } from '../support/editor';

/** All words of the window but those of the source. */
async function expectNoKey(page: Page, locale: 'zh-CN' | 'en'): Promise<void> {
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('body *:not(.monaco-editor *, noscript)')].flatMap((element) => [
      ...[...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? ''),
      ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ]),
  );
  expect(
    texts.filter((text) => /^\s*(editor|app|errors)?:?[a-z]+(\.[a-zA-Z]+)+\s*$/.test(text)),
  ).toEqual([]);
  expect(texts.filter((text) => text.includes('{{'))).toEqual([]);
  if (locale === 'en') {
    const chinese = texts.filter((text) => /[\u4e00-\u9fff]/.test(text) && text !== '简体中文');
    expect(chinese).toEqual([]);
  }
}

test('every_part_is_accessible_and_has_words', async ({ editor, page }) => {
  await editor.open();
  for (const scheme of ['light', 'dark'] as const) {
    await test.step(`every_part_is_accessible_when_${scheme}`, async () => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
      expect(await faults(page)).toEqual([]);
      await page.getByRole('button', { name: '样式', exact: true }).click();
      await expect(page.getByRole('button', { name: '重置样式' })).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.getByRole('button', { name: '更多复制与导出方式' }).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      expect(await faults(page, 'popup')).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: '重置样式' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await faults(page, 'popup')).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: '收起右侧栏' }).click();
    });
  }
  await test.step('no_key_is_visible_in_zh-CN', async () => {
    await page.getByRole('button', { name: '样式', exact: true }).click();
    await expectNoKey(page, 'zh-CN');
  });
});

test('the_language_changes_at_once_and_is_kept', async ({ editor, page }) => {
  await editor.open();
  await editor.write('# 字');
  await page.getByRole('button', { name: '界面语言' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Copy for WeChat' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // The source speaks it too.
  await editor.write('');
  await expect(editor.source).toContainText('Start writing here, in Markdown.');
  await editor.write('# 字');
  await editor.saved();
  await page.reload();
  await editor.ready();
  await expect(page.getByRole('button', { name: 'Copy for WeChat' })).toBeVisible();
  await expect(editor.article.locator('h1')).toHaveText('字');
});

test('no_key_is_visible_in_en', async ({ editor, page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await editor.openForTheFirstTime();
  await page.getByRole('button', { name: 'Style', exact: true }).click();
  await expectNoKey(page, 'en');
});

test('the_look_is_chosen_before_the_first_paint', async ({ editor, page }) => {
  await editor.open();
  await page.getByRole('button', { name: '界面外观' }).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Scripts that are still on their way.
  await page.route('**/assets/*.js', () => {});
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('#splash')).toContainText('落笔成章，排版自来');
});

test.describe('on_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('one_pane_shows_at_a_time_and_copying_works', async ({ editor, page }) => {
    await page.goto('/md');
    const box = page.getByRole('textbox', { name: 'Markdown 正文' });
    await box.fill('# 手机上写的');
    await expect(page.locator('[data-testid=preview]')).toBeHidden();
    await page.getByRole('tab', { name: '预览' }).tap();
    await expect(editor.article.locator('h1')).toHaveText('手机上写的');
    await expect(box).toBeHidden();
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: '复制到公众号' }).tap();
    await expect(page.getByText(/已复制/).first()).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(375);
  });

  test('styles_open_as_a_sheet', async ({ editor, page }) => {
    await page.goto('/md');
    await expect(page.getByRole('textbox', { name: 'Markdown 正文' })).toBeVisible();
    await page.getByRole('button', { name: '样式', exact: true }).tap();
    await page.getByRole('radio', { name: '优雅', exact: true }).tap();
    expect(await faults(page, 'popup')).toEqual([]);
    await page.getByRole('button', { name: '关闭' }).tap();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(editor.article).toBeAttached();
  });
});

test('the_header_leads_home_and_to_the_login_and_back', async ({ editor, page }) => {
  await editor.open();
  await expect(page.getByRole('link', { name: '登录' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Fmd',
  );
  await page.getByRole('banner').getByRole('link', { name: '首页' }).click();
  await expect(page).toHaveURL('/');
});
