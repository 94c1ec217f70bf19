import { expect, test } from '../support/visitor';

test.describe('in a browser in English', () => {
  test.use({ locale: 'en-US' });

  test('everything_begins_in_English_and_stays_in_the_language_that_is_chosen', async ({
    page,
    visitor: _,
  }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
    await page.goto('/md');
    const article = page.frameLocator('iframe').first();
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(
      'From first line to published post',
    );
    await page.goto('/?lang=zh-CN');
    await expect(page.getByRole('link', { name: '登录' }).first()).toBeVisible();
  });

  test('the_page_is_in_English_before_a_script_of_the_program_runs', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: /Log in|Welcome/ })).toBeVisible();
  });
});

test.describe('in a browser in another Chinese', () => {
  test.use({ locale: 'zh-TW' });

  test('everything_begins_in_Chinese', async ({ page, visitor: _ }) => {
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('button', { name: '登录' }).first()).toBeVisible();
  });
});
