import type { Page } from '@playwright/test';
import { logIn } from '../support/accounts';
import { siteOf, type TestSite } from '../support/site';
import { expect, test } from '../support/visitor';

const SALES = '**/assets/sales-routes-*.js';

/** Writes something that is not saved, and opens a tab whose code does not arrive. */
async function openWithoutCode(page: Page, site: TestSite): Promise<void> {
  await page.route(SALES, (route) => route.abort());
  await logIn(page, site.author, `${site.path}/basic-info`);
  await page.getByLabel('网站描述').fill('写到一半');
  await page.getByRole('link', { name: '订单', exact: true }).click();
  await expect(page.getByRole('heading', { name: '没有下载完整' })).toBeVisible();
}

test('a_tab_whose_code_does_not_arrive_says_so_in_its_place_and_is_fetched_again', async ({
  page,
  request,
  visitor,
}) => {
  await openWithoutCode(page, await siteOf(request));
  const said = page.getByRole('alert').filter({ hasText: '没有下载完整' });
  await expect(said).toContainText('你写下的内容已保存在此浏览器。');
  await expect(said).not.toContainText(/fetch|module/);
  expect(await visitor.violations()).toEqual([]);
  visitor.errors.length = 0;
  await page.unroute(SALES);
  await said.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '订单', exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^基本信息/ }).click();
  await expect(page.getByLabel('网站描述')).toHaveValue('写到一半');
});

test('what_was_typed_is_offered_again_after_the_page_was_loaded_anew', async ({
  page,
  request,
  visitor,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const site = await siteOf(request);
  await openWithoutCode(page, site);
  visitor.errors.length = 0;
  await page.unroute(SALES);
  await page.getByRole('button', { name: '刷新页面' }).click();
  await expect(page.getByText('上次离开时有未保存的修改：基本信息。')).toBeVisible();
  await page.getByRole('button', { name: '恢复修改' }).click();
  await page.getByRole('link', { name: /^基本信息/ }).click();
  await expect(page.getByLabel('网站描述')).toHaveValue('写到一半');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('已保存')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('网站描述')).toHaveValue('写到一半');
  await expect(page.getByRole('button', { name: '恢复修改' })).toHaveCount(0);
});

test('a_count_of_views_that_is_kept_out_leaves_the_overview_standing', async ({
  page,
  request,
  visitor,
}) => {
  const site = await siteOf(request);
  for (const [kept, words] of [
    ['**/assets/reading-panel-*.js', '没有下载完整'],
    ['**/api/**/views?*', '没有取到浏览次数'],
  ] as const) {
    await page.route(kept, (route) => route.abort());
    if (page.url() === 'about:blank') await logIn(page, site.author, `${site.path}/overview`);
    else await page.reload();
    const said = page.getByRole('alert').filter({ hasText: words });
    await expect(said).toBeVisible();
    await expect(page.getByText(/^健康度 \d+$/)).toBeVisible();
    // The server is there: nothing says otherwise, over the page.
    await expect(page.getByText('暂时连不上服务器')).toHaveCount(0);
    await page.unroute(kept);
    await said.getByRole('button', { name: '重试' }).click();
    await expect(said).toHaveCount(0);
    await expect(page.getByRole('radio', { name: '7 天' })).toBeVisible();
  }
  visitor.errors.length = 0;
});
