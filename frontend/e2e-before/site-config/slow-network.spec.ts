import { logIn } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

test('a_screen_that_hangs_is_seen_at_once_said_after_seconds_and_left', async ({
  page,
  request,
  visitor: _,
}) => {
  const site = await siteOf(request);
  // It never answers.
  await page.route('**/assets/sales-routes-*.js', () => undefined);
  await logIn(page, site.author, `${site.path}/basic-info`);
  await page.getByLabel('网站描述').fill('写到一半');
  await page.getByRole('link', { name: '订单', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-waiting');
  await expect(page.getByText('网络很慢，页面还在打开。')).toBeVisible();
  await page.getByRole('button', { name: '留在此页' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
  await expect(page).toHaveURL(/\/basic-info$/);
  await expect(page.getByLabel('网站描述')).toHaveValue('写到一半');
});
