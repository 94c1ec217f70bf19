// What is pressed on a screen that the build has rendered, before the program is there.
import type { Page } from '@playwright/test';
import { freshEmail } from '../support/accounts';
import { holdProgram, renderedScreen } from '../support/held-program';
import { expect, test } from '../support/visitor';

interface Press {
  path: string;
  role: 'button' | 'radio' | 'tab';
  name: string | RegExp;
  /** What it leads to. */
  shows: (page: Page) => Promise<void>;
  before?: (page: Page) => Promise<void>;
  widthPx?: number;
}

const themeIsDark = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
const languagesAreShown = (page: Page) =>
  expect(page.getByRole('menuitemradio', { name: 'English' })).toBeVisible();

const address = freshEmail('early');

const PRESSES: Press[] = [
  ...['/', '/login', '/register', '/reset-password', '/terms', '/privacy'].flatMap(
    (path): Press[] => [
      { path, role: 'button', name: '界面语言', shows: languagesAreShown },
      { path, role: 'button', name: '切换到深色', shows: themeIsDark },
    ],
  ),
  {
    path: '/',
    role: 'button',
    name: '搜索',
    shows: (page) => expect(page.getByRole('dialog', { name: '搜索' })).toBeVisible(),
  },
  {
    path: '/terms',
    role: 'button',
    name: '打开菜单',
    widthPx: 375,
    shows: (page) => expect(page.getByRole('dialog', { name: '菜单' })).toBeVisible(),
  },
  {
    path: '/',
    role: 'radio',
    name: /按年/,
    shows: (page) => expect(page.getByRole('radio', { name: /按年/ })).toBeChecked(),
  },
  {
    path: '/login',
    role: 'radio',
    name: '验证码登录',
    shows: (page) => expect(page.getByRole('textbox', { name: '验证码' })).toBeVisible(),
  },
  {
    path: '/login',
    role: 'button',
    name: '显示密码',
    before: (page) => renderedScreen(page).locator('[name=passwd]').fill('a-secret'),
    shows: (page) =>
      expect(page.getByRole('textbox', { name: '密码', exact: true })).toHaveValue('a-secret'),
  },
  {
    path: '/login',
    role: 'tab',
    name: '手机号',
    shows: (page) => expect(page.getByRole('textbox', { name: '手机号' })).toBeVisible(),
  },
  {
    path: '/register',
    role: 'button',
    name: '发送验证码',
    before: (page) => renderedScreen(page).locator('[name=identifier]').fill(address),
    shows: (page) => expect(page.getByText(`验证码已发往 ${address}`)).toBeVisible(),
  },
];

for (const { path, role, name, shows, before, widthPx } of PRESSES) {
  test(`what_is_pressed_early_is_done_${path}_${name}`, async ({ page, visitor: _ }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    if (widthPx !== undefined) await page.setViewportSize({ width: widthPx, height: 812 });
    const release = await holdProgram(page);
    await page.goto(path, { waitUntil: 'commit' });
    const control = renderedScreen(page).getByRole(role, { name }).first();
    await before?.(page);
    await control.click();
    // It says at once that it was heard.
    await expect(control).toHaveAttribute('aria-busy', 'true');
    await expect(page.locator('html')).toHaveAttribute('data-waiting', '');
    // Impatience does nothing twice.
    await control.click();
    release();
    await expect(page.locator('.rendered-screen')).toHaveCount(0);
    await shows(page);
    await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
  });
}

for (const begins of ['over the form', 'with the press'] as const) {
  test(`a_press_meets_what_it_aims_at_when_the_program_comes_meanwhile_${begins}`, async ({
    page,
    visitor: _,
  }) => {
    const release = await holdProgram(page);
    await page.goto('/login', { waitUntil: 'commit' });
    const button = renderedScreen(page).getByRole('button', { name: '登录', exact: true });
    await button.hover();
    if (begins === 'with the press') await page.mouse.down();
    release();
    await expect(page.locator('#root main')).toBeAttached();
    await expect(button).toBeVisible();
    await expect(page.locator('#root main')).toBeHidden();
    if (begins === 'over the form') await page.mouse.down();
    await page.mouse.up();
    await expect(page.locator('.rendered-screen')).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: '请输入邮箱' })).toBeVisible();
  });
}

test('a_pointer_that_leaves_the_form_holds_nothing_up', async ({ page, visitor: _ }) => {
  const release = await holdProgram(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await renderedScreen(page).locator('[name=identifier]').hover();
  release();
  await expect(page.locator('#root main')).toBeAttached();
  await expect(page.locator('.rendered-screen:visible')).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
});

test('several_presses_are_done_in_their_order', async ({ page, visitor: _ }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const release = await holdProgram(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const screen = renderedScreen(page);
  await screen.locator('[name=identifier]').fill('mo@example.com');
  await screen.getByRole('radio', { name: '验证码登录' }).click();
  await screen.getByRole('button', { name: '切换到深色' }).click();
  await screen.getByRole('button', { name: '登录', exact: true }).click();
  await expect(screen.getByRole('button', { name: '正在登录…' })).toBeVisible();
  release();
  // The login by code was sent, and its code is missing.
  await expect(page.getByRole('alert').filter({ hasText: '请输入验证码' })).toBeVisible();
  await themeIsDark(page);
  await expect(page.getByRole('textbox', { name: '邮箱' })).toHaveValue('mo@example.com');
});

test('a_link_that_is_followed_early_passes_on_where_the_login_leads_to', async ({
  page,
  visitor: _,
}) => {
  await holdProgram(page);
  await page.goto('/login?redirect=%2Fteam%2Fpersonal');
  await renderedScreen(page).getByRole('link', { name: '注册一个' }).click();
  await expect(page).toHaveURL('/register?redirect=%2Fteam%2Fpersonal');
});

test('a_control_answers_the_keyboard_before_the_program_is_there', async ({ page, visitor: _ }) => {
  const release = await holdProgram(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await renderedScreen(page).getByRole('radio', { name: '验证码登录' }).press(' ');
  release();
  await expect(page.getByRole('textbox', { name: '验证码' })).toBeVisible();
});

test('the_demo_keeps_what_was_written_and_chosen_early', async ({ page, visitor: _ }) => {
  const release = await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  await renderedScreen(page).locator('textarea').fill('# 早写的标题');
  await renderedScreen(page).getByRole('radio', { name: '翡翠绿' }).click();
  release();
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  await expect(page.locator('textarea[name=demo]')).toHaveValue('# 早写的标题');
  await expect(page.getByRole('radio', { name: '翡翠绿' })).toBeChecked();
});
