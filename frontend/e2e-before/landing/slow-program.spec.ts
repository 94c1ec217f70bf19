// A program that is slow, or does not arrive: what is said, and how it goes on.
import type { Page } from '@playwright/test';
import { holdProgram, renderedScreen } from '../support/held-program';
import { expect, test } from '../support/visitor';

const notice = (page: Page) => page.locator('#startup-notice');
const line = (page: Page) => page.locator('html[data-waiting]');

/** Does to each file of the program what is said, until the answer is called. */
async function spoil(page: Page, how: 'abort' | 'missing' | 'hang'): Promise<() => void> {
  let isSpoiled = true;
  await page.route('**/assets/*.js', async (route) => {
    if (!isSpoiled) return route.continue();
    if (how === 'abort') return route.abort();
    if (how === 'missing') return route.fulfill({ status: 404, body: 'Not found.' });
    // It never ends by itself.
    return undefined;
  });
  return () => {
    isSpoiled = false;
  };
}

async function fillRegistration(page: Page): Promise<void> {
  const screen = renderedScreen(page);
  await screen.locator('[name=nickname]').fill('墨客');
  await screen.locator('[name=identifier]').fill('no address');
  await screen.locator('[name=passwd]').fill('a-long-secret');
  await screen.getByRole('checkbox').check();
  await screen.getByRole('button', { name: '注册', exact: true }).click();
  await expect(screen.getByRole('button', { name: '正在注册…' })).toBeVisible();
}

/** The form was sent by the program, which has found what was filled in. */
async function registrationWasSent(page: Page): Promise<void> {
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  await expect(page.getByText('请输入有效的邮箱地址')).toBeVisible();
  await expect(page.locator('[name=nickname]')).toHaveValue('墨客');
  await expect(page.locator('[name=passwd]')).toHaveValue('a-long-secret');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(notice(page)).toHaveCount(0);
  await expect(line(page)).toHaveCount(0);
}

test('a_program_that_is_lost_is_fetched_again_in_place', async ({ page, visitor: _ }) => {
  const mend = await spoil(page, 'abort');
  await page.goto('/register');
  await fillRegistration(page);
  await expect(notice(page)).toContainText('有文件没有下载完整');
  await expect(notice(page)).toHaveRole('alert');
  await expect(renderedScreen(page).locator('[name=nickname]')).toHaveValue('墨客');
  mend();
  await notice(page).getByRole('button', { name: '重试' }).click();
  await registrationWasSent(page);
});

test('a_program_that_hangs_is_fetched_again_in_place', async ({ page, visitor: _ }) => {
  const mend = await spoil(page, 'hang');
  await page.clock.install();
  await page.goto('/register');
  await fillRegistration(page);
  await expect(line(page)).toHaveCount(1);
  await expect(notice(page)).toHaveCount(0);
  await page.clock.fastForward(4000);
  await expect(notice(page)).toContainText('网络很慢');
  mend();
  await notice(page).getByRole('button', { name: '重试' }).click();
  await registrationWasSent(page);
});

test('a_program_of_an_older_version_asks_to_refresh', async ({ page, visitor: _ }) => {
  await spoil(page, 'missing');
  await page.goto('/login');
  await renderedScreen(page).getByRole('button', { name: '登录', exact: true }).click();
  await expect(notice(page)).toContainText('刚刚更新过');
  await expect(notice(page).getByRole('button', { name: '刷新页面' })).toBeVisible();
});

test('who_only_reads_hears_of_no_failure', async ({ page, visitor: _ }) => {
  await spoil(page, 'abort');
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/terms');
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  await failed;
  await expect(renderedScreen(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await expect(line(page)).toHaveCount(0);
});

test('a_page_that_opens_slowly_says_so_with_a_way_back', async ({ page, visitor: _ }) => {
  // The page that is asked for never comes.
  await page.route(/\/md$/, () => undefined);
  await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(renderedScreen(page).getByRole('link', { name: '编辑器' }).first()).toBeVisible();
  // While a page is on its way no driver looks into the one before it: that notes what it has said, and stays.
  await page.evaluate(() => {
    const root = document.documentElement;
    new MutationObserver(() => {
      const notice = document.getElementById('startup-notice');
      if (notice === null) return;
      root.dataset.said = `${notice.textContent} ${root.dataset.waiting === ''}`;
      notice.querySelector<HTMLButtonElement>('button:last-child')?.click();
    }).observe(document.body, { childList: true });
    setTimeout(() => {
      document.querySelector<HTMLElement>('.rendered-screen[lang="zh-CN"] a[href="/md"]')?.click();
    });
  });
  await expect(page.locator('html')).toHaveAttribute('data-said', /下一个页面还在打开.* true$/);
  await expect(notice(page)).toHaveCount(0);
  await expect(line(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a_screen_that_opens_slowly_says_so_with_a_way_back', async ({ page, visitor: _ }) => {
  await page.clock.install();
  await page.goto('/terms');
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  const release = await holdProgram(page);
  await page.getByRole('contentinfo').getByRole('link', { name: '登录' }).click();
  await expect(line(page)).toHaveCount(1);
  await page.clock.fastForward(4000);
  await expect(page.getByText('网络很慢，页面还在打开。')).toBeVisible();
  await page.getByRole('button', { name: '留在此页' }).click();
  await expect(line(page)).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: '服务条款' })).toBeVisible();
  await expect(page).toHaveURL(/\/terms$/);
});

test('the_splash_says_after_a_while_that_the_program_is_slow', async ({ page, visitor: _ }) => {
  const mend = await spoil(page, 'hang');
  await page.clock.install();
  await page.goto('/md', { waitUntil: 'commit' });
  await expect(page.locator('#splash')).toBeVisible();
  await expect(page.locator('#splash').getByText('落笔成章，排版自来')).toBeVisible();
  await page.clock.fastForward(8000);
  await expect(page.locator('#splash [role=status]')).toContainText('网络很慢，还在下载程序。');
  await expect(page.getByRole('button', { name: '回到首页' })).toBeVisible();
  mend();
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.locator('#splash')).toHaveCount(0);
});

test('the_splash_whose_program_is_lost_is_reloaded', async ({ page, visitor: _ }) => {
  const mend = await spoil(page, 'abort');
  await page.goto('/md');
  await expect(page.getByRole('alert')).toContainText('没有完整下载');
  mend();
  await page.getByRole('button', { name: '刷新页面' }).click();
  await expect(page.locator('#root main').first()).toBeVisible();
});
