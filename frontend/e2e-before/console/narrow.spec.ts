import { logIn } from '../support/accounts';
import { expect, test } from '../support/base';
import { shopOf } from '../support/shop';

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

test('on_the_narrowest_phone_the_menu_is_in_reach_and_a_package_has_room', async ({
  page,
  request,
}) => {
  const shop = await shopOf(request);
  await logIn(page, shop.author, `${shop.path}/membership`);
  const price = page.getByLabel('价格').first();
  await expect(price).toHaveValue('¥19.90');
  await expect(page.getByRole('button', { name: '打开菜单' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const field = await price.boundingBox();
  expect(field?.width).toBeGreaterThan(200);
  // The periods stay within their field.
  const lifetime = page.getByRole('radio', { name: '终身' }).first();
  const periods = page.getByRole('radiogroup', { name: '有效期' }).first();
  const [inner, outer] = [await lifetime.boundingBox(), await periods.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(
    (outer?.x ?? 0) + (outer?.width ?? 0),
  );
});
