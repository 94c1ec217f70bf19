import { expect, test } from '../support/visitor';

const LOOKS = [
  ['zh-CN', 'light', 1440],
  ['zh-CN', 'dark', 375],
  ['en', 'dark', 1440],
  ['en', 'light', 375],
] as const;

for (const [locale, scheme, width] of LOOKS) {
  test(`the_page_is_accessible_in_${locale}_${scheme}_at_${width}`, async ({ page, visitor }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.addInitScript((value) => localStorage.setItem('locale', value), locale);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('#splash, .rendered-screen')).toHaveCount(0);
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.overflow()).toBe(0);
    const text = await page.locator('body').innerText();
    expect(text).not.toMatch(/\{\{|\b(landing|app):/);
    if (locale === 'en') {
      const prose = await page.locator('main, footer').allInnerTexts();
      expect(prose.join('\n')).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });
}

test('the_engine_typesets_what_the_visitor_writes', async ({ page, visitor: _ }) => {
  await page.goto('/');
  await expect(page.getByText('排版引擎正在你的浏览器里运行。')).toBeVisible();
  const article = page.getByRole('region', { name: '成稿' });
  await page.getByRole('textbox', { name: /原文/ }).fill('# 我的标题\n\n**重点**在这里');
  await expect(article.getByRole('heading', { name: '我的标题' })).toBeVisible();
  await expect(article.locator('strong')).toHaveText(['重点']);
  await expect(page.getByText(/刚才这次排版用了 [\d.]+ 毫秒/)).toBeVisible();
  const border = () =>
    article.locator('h1').evaluate((heading) => getComputedStyle(heading).borderTopColor);
  expect(await border()).toBe('rgb(15, 76, 129)');
  await page.getByRole('radio', { name: '翡翠绿' }).check();
  expect(await border()).not.toBe('rgb(15, 76, 129)');
});

test('without_the_engine_the_finished_sample_stands', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText(/无法载入排版引擎/)).toBeVisible();
  const article = page.getByRole('region', { name: '成稿' });
  await expect(article.getByRole('heading', { name: '雨夜小记' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /原文/ })).toHaveAttribute('readonly');
});

test('nothing_moves_while_the_page_loads', async ({ page, visitor: _ }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect(page.getByText('排版引擎正在你的浏览器里运行。')).toBeVisible();
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});

test('the_yearly_price_says_what_it_saves', async ({ page, visitor: _ }) => {
  await page.goto('/#pricing');
  const plan = page.getByRole('article', { name: '专业版' });
  // The price of a month is the one that is asked first.
  await expect(plan).toContainText('¥299');
  const yearly = page.getByRole('radio', { name: /按年/ });
  // The page is there before the script that answers the first click.
  await expect(async () => {
    await yearly.click();
    await expect(yearly).toBeChecked({ timeout: 1000 });
  }).toPass();
  await expect(plan).toContainText('¥3,588');
  await expect(plan).toContainText('用 14 个月');
  await expect(plan).toContainText('¥598');
});

test('an_address_names_the_language_and_the_page_names_its_addresses', async ({
  page,
  visitor: _,
}) => {
  await page.goto('/?lang=en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle(/Moyan/);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/\?lang=en$/);
  await expect(page.locator('link[hreflang=zh-CN]')).toHaveAttribute('href', /\/$/);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'SoftwareApplication' });
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page).toHaveURL(/\/$/);
});

test('an_unknown_address_has_ways_out', async ({ page, visitor }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '没有这个页面' })).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('link', { name: '回到首页' }).click();
  await expect(page).toHaveURL(/\/$/);
});

for (const [path, kept] of [
  ['/team/personal/sites?status=draft', '/team/personal/sites?status=draft'],
  ['/team/personal', '/team/personal'],
  ['/team/personal/site', '/team/personal/site'],
  ['/admin/knowledge', '/admin/knowledge'],
  ['/admin/sites/7/config', '/admin/sites/7/config'],
  ['/space/42', '/team/42'],
  ['/team/personal/site/7/homepage', '/team/personal/site/7/homepage'],
  ['/account', '/account'],
]) {
  test(`a_visitor_at_${path}_is_asked_to_log_in`, async ({ page }) => {
    await page.goto(path ?? '');
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ redirect: kept ?? '' })}`);
  });
}

test('the_editor_says_that_the_network_is_away_and_goes_on', async ({ page, context }) => {
  await page.goto('/md');
  await expect(page.getByTestId('save-state')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('网络已断开')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('网络已断开')).toBeHidden();
});

test('a_screen_whose_code_is_lost_says_so_and_leaves_the_ways_out', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  const isLost = (url: URL) => url.pathname.startsWith('/assets/');
  // On the way there, and on arriving there.
  await page.route(isLost, (route) => route.abort());
  await page.getByRole('link', { name: '登录' }).first().click();
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.unroute(isLost);
  await alert.getByRole('link').first().click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
});
