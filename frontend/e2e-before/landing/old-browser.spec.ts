// What somebody sees whose browser is older than those that the product is made for.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/base';

/** A browser before the floor: some functions are missing when the page begins. */
async function age(page: Page, locale?: string): Promise<void> {
  await page.addInitScript((chosen) => {
    Reflect.deleteProperty(Array.prototype, 'findLast');
    Reflect.deleteProperty(window, 'structuredClone');
    if (chosen !== undefined) localStorage.setItem('locale', chosen);
  }, locale);
}

/** The author wrote this before the browser became too old. */
async function writeArticles(page: Page, titles: string[]): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(
    (names) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('md_editor_db', 1);
        open.onerror = () => reject(open.error);
        open.onupgradeneeded = () => open.result.createObjectStore('posts', { keyPath: 'id' });
        open.onsuccess = () => {
          const transaction = open.result.transaction('posts', 'readwrite');
          for (const [at, title] of names.entries()) {
            transaction.objectStore('posts').put({
              id: `p${at}`,
              title,
              content: `# ${title}\n\n正文。\n`,
              updateDatetime: at,
            });
          }
          transaction.oncomplete = () => {
            open.result.close();
            resolve();
          };
        };
      }),
    titles,
  );
}

const LANGUAGES = {
  'zh-CN': { title: '浏览器版本过旧', articles: '保存在这个浏览器里的文章' },
  en: { title: 'This browser is too old', articles: 'Articles kept in this browser' },
};

for (const [locale, words] of Object.entries(LANGUAGES)) {
  for (const width of [375, 1440]) {
    test(`an_old_browser_is_told_so_on_every_screen_${locale}_${width}`, async ({ page }, info) => {
      const failures: string[] = [];
      page.on('pageerror', (error) => failures.push(error.message));
      await page.setViewportSize({ width, height: 900 });
      await age(page, locale);
      for (const path of ['/md', '/login', '/register', '/team/personal', '/admin']) {
        await page.goto(path);
        await expect(page).toHaveTitle(words.title);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
        for (const browser of ['Chrome 111', 'Edge 111', 'Safari 16.4', 'Firefox 128']) {
          await expect(page.getByRole('listitem').filter({ hasText: browser })).toBeVisible();
        }
        await expect(page.getByText('structuredClone')).toBeVisible();
        // Nothing comes in its place, and nothing hangs over the edge of the screen.
        await page.waitForLoadState('networkidle');
        await expect(page.getByRole('heading')).toHaveText([words.title]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      await page.screenshot({ path: info.outputPath('page.png'), fullPage: true });
      expect(failures).toEqual([]);
    });
  }
}

for (const [locale, words] of Object.entries(LANGUAGES)) {
  test(`an_old_browser_hands_out_the_articles_that_it_holds_${locale}`, async ({ page }, info) => {
    await age(page, locale);
    const title = `很长的标题${'，一再写下去'.repeat(20)}`;
    await writeArticles(page, ['旧 / 稿', '新稿', title]);
    await page.evaluate(() =>
      localStorage.setItem('unsaved_post:p1:x', '{"postId":"p1","content":"# 还没写入"}'),
    );
    await page.setViewportSize({ width: 375, height: 900 });
    await page.goto('/md');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(words.articles);
    const links = page.getByRole('link');
    await expect(links, 'the newest first, and what was never written').toHaveCount(4);
    await page.screenshot({ path: info.outputPath('articles.png'), fullPage: true });
    const texts: [string, string][] = [];
    for (const link of await links.all()) {
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      texts.push([download.suggestedFilename(), readFileSync(await download.path(), 'utf8')]);
    }
    expect(texts[0]?.[1]).toBe(`# ${title}\n\n正文。\n`);
    expect(texts[1]).toEqual(['新稿.md', '# 新稿\n\n正文。\n']);
    expect(texts[2]?.[1]).toBe('# 还没写入');
    expect(texts[3]).toEqual(['旧 稿.md', '# 旧 / 稿\n\n正文。\n']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
}

test('an_old_browser_that_holds_no_article_gets_no_database_either', async ({ page }) => {
  await age(page);
  await page.goto('/md');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('浏览器版本过旧');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
});

for (const [locale, notice] of [
  ['zh-CN', '哪些浏览器可以用'],
  ['en', 'Which browsers will do'],
] as const) {
  test(`what_is_only_read_stays_readable_in_an_old_browser_${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 900 });
    await age(page, locale);
    for (const path of ['/', '/terms', '/privacy']) {
      await page.goto(path);
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('.rendered-screen:visible')).toHaveAttribute('lang', locale);
      // A press starts no program, and waits for none.
      await page.locator('.rendered-screen:visible button').first().dispatchEvent('click');
      await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
      await expect(page.locator('[aria-busy]')).toHaveCount(0);
    }
    await page.getByRole('link', { name: notice }).click();
    await expect(page).toHaveURL(/\/md$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LANGUAGES[locale].title);
  });
}
