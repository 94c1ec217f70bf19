import { logIn } from '../support/accounts';
import { expect, test } from '../support/base';
import { siteOf } from '../support/site';

const HOUR_S = 3600;

test.afterAll(async ({ request }) => {
  await request.post('/dev/clock?aheadS=0');
});

test('a_site_is_published_by_itself_when_its_moment_comes', async ({ page, request }) => {
  const site = await siteOf(request);
  await site.write('第一篇', '# 第一篇\n\n早先的文字');
  await site.publish();
  await site.write('第二篇', '# 第二篇\n\n后来的文字');
  const status = async () => (await site.read('/docs/start/第二篇')).status();
  expect(await status()).toBe(404);

  await logIn(page, site.author, `${site.path}/overview`);
  // The checklist offers it too, before the quick actions.
  await page
    .getByRole('button', { name: /^发布更新/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: '发布', exact: true });
  await dialog.getByRole('radio', { name: '定时发布' }).click();
  // The journeys are at Shanghai's time, eight hours before that of the world.
  const moment = new Date(Date.now() + (8 + 1) * HOUR_S * 1000).toISOString().slice(0, 16);
  await dialog.getByLabel('发布时间').fill(moment);
  await dialog.getByRole('button', { name: '定时发布' }).click();
  await expect(page.getByText(/将于 .+ 自动发布/)).toBeVisible();
  expect(await status()).toBe(404);

  await request.post(`/dev/clock?aheadS=${2 * HOUR_S}`);
  await expect.poll(status, { timeout: 90_000 }).toBe(200);
  await page.reload();
  await expect(
    page.getByRole('listitem').filter({ hasText: '第 2 版' }).getByText('当前版本'),
  ).toBeVisible();
  await expect(page.getByText(/将于 .+ 自动发布/)).toHaveCount(0);
});
