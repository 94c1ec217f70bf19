// What stands in the page before any script has run, and how the application takes its place.
import type { Page } from '@playwright/test';
import type { IdentityType } from '../../src/api/types';
import { hold, holdProgram, movePointer } from '../support/held-program';
import { expect, test } from '../support/visitor';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the_screen_can_be_read_without_javascript', async ({ page }) => {
    for (const path of ['/', '/login']) {
      await test.step(`the_screen_can_be_read_without_javascript_${path}`, async () => {
        await page.goto(path);
        await expect(page.locator('#root'), 'nothing stands below the screen').toBeHidden();
        // The sample of the home page has a heading of its own.
        const headings = page.getByRole('heading', { level: 1 });
        await expect(headings).toHaveCount(path === '/' ? 2 : 1);
        await expect(headings.first()).toHaveText(/[\u4e00-\u9fff]/);
        await expect(page.getByRole('link', { name: '墨砚' }).first()).toBeVisible();
        await page.getByRole('link', { name: 'Moyan needs JavaScript.' }).click();
        await expect(headings).toHaveCount(path === '/' ? 2 : 1);
        await expect(headings.first()).not.toHaveText(/[\u4e00-\u9fff]/);
      });
    }
  });

  test('a_form_sends_nothing_without_javascript', async ({ page }) => {
    await page.goto('/login');
    const screen = page.locator('.rendered-screen:visible');
    await screen.getByLabel('邮箱').fill('a@example.com');
    await screen.getByLabel('密码', { exact: true }).fill('a-secret');
    await page.keyboard.press('Enter');
    await expect(screen.getByLabel('密码', { exact: true })).toHaveValue('a-secret');
    expect(new URL(page.url()).search).toBe('');
  });
});

test('the_first_frame_has_the_language_and_the_theme', async ({ page, visitor: _ }) => {
  for (const path of ['/', '/login']) {
    for (const [locale, scheme] of [
      ['zh-CN', 'light'],
      ['en', 'dark'],
    ] as const) {
      const name = `the_first_frame_has_the_language_and_the_theme_${path}_${locale}`;
      await test.step(name, async () => {
        await page.emulateMedia({ colorScheme: scheme });
        await page.goto('/robots.txt');
        await page.evaluate((value) => localStorage.setItem('locale', value), locale);
        const release = await holdProgram(page);
        await page.goto(path, { waitUntil: 'commit' });
        const headings = page.getByRole('heading', { level: 1 });
        // The demonstration on the home page brings an article with a heading of its own.
        await expect(headings).toHaveCount(path === '/' ? 2 : 1);
        // The other language is not in the page: programs that read it hear one only.
        await expect(page.locator('.rendered-screen')).toHaveCount(1);
        const heading = headings.first();
        const words = (await heading.textContent()) ?? '';
        expect(/[\u4e00-\u9fff]/.test(words)).toBe(locale === 'zh-CN');
        await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
        // Places are asked for once the style sheets have arrived, without which nothing is painted either.
        await page.waitForFunction(() =>
          [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
            ({ sheet }) => sheet !== null,
          ),
        );
        const box = await heading.boundingBox();
        release();
        await movePointer(page);
        await expect(page.locator('.rendered-screen')).toHaveCount(0);
        // The same words at the same place.
        await expect(heading).toHaveText(words);
        expect(await heading.boundingBox()).toEqual(box);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  }
});

/** Where each control stands that can be seen. */
const places = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      '.rendered-screen :is(h1, a, button, input, label, p), #root :is(h1, a, button, input, label, p)',
    );
    return [...controls].flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      if (width === 0) return [];
      return [`${control.localName} ${control.innerText} ${[x, y, width, height].map(Math.round)}`];
    });
  });

/** Compares the screen of the build with that of the program, on a server with these ways to log in. */
async function standsStill(page: Page, path: string, file: string, methods: IdentityType[]) {
  // The server has chosen the page by the ways to log in that it tells; the one of the journeys has all of them.
  await page.route(new RegExp(`${path.split('?')[0]}($|\\?)`), async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    await route.fulfill({
      response: await route.fetch({ url: `${origin}/pages${pathname}${file}.html` }),
    });
  });
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    const { data, ...answer } = await response.json();
    const offered = { loginMethods: methods, registerMethods: methods };
    const isResetEnabled = methods.length > 0;
    await route.fulfill({
      response,
      json: { ...answer, data: { ...data, ...offered, isResetEnabled } },
    });
  });
  const release = await holdProgram(page);
  await page.goto(path);
  const before = await places(page);
  expect(before.length).toBeGreaterThan(5);
  release();
  await movePointer(page);
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  expect(await places(page)).toEqual(before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

const WAYS: Record<string, IdentityType[]> = {
  '': ['email'],
  '.phone': ['phone'],
  '.email-phone': ['email', 'phone'],
  '.none': [],
};
test('the_form_stands_where_it_stood_when_the_program_is_there', async ({ page, visitor: _ }) => {
  for (const path of ['/login', '/login?redirect=%2Fteam', '/register', '/reset-password']) {
    for (const [file, methods] of Object.entries(WAYS)) {
      const name = `the_form_stands_where_it_stood_when_the_program_is_there_${path}_${methods}`;
      await test.step(name, () => standsStill(page, path, file, methods));
    }
  }
});

test('the_form_stands_where_it_stood_in_a_browser_that_keeps_nothing', async ({
  page,
  visitor: _,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    }),
  );
  await standsStill(page, '/login', '.email-phone', ['email', 'phone']);
});

test('the_server_serves_the_screen_with_the_ways_to_log_in_that_it_has', async ({
  page,
  visitor: _,
}) => {
  await holdProgram(page);
  await page.goto('/login');
  await expect(page.locator('.rendered-screen:visible').getByRole('tab')).toHaveText([
    '邮箱',
    '手机号',
  ]);
});

test('the_place_to_which_a_visitor_has_scrolled_stays', async ({ page, visitor: _ }) => {
  const release = await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  release();
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(900);
});

test('no_frame_is_empty_between_the_splash_and_the_screen', async ({ page, visitor: _ }) => {
  await page.addInitScript(() => {
    const frames = { n: 0, nEmpty: 0 };
    Object.assign(window, { frames });
    const look = () => {
      const isCovered = [
        ...document.querySelectorAll('#splash:not([data-leaving]), .rendered-screen'),
      ].some((element) => element.getClientRects().length > 0);
      const isThere = document.querySelector('#root main') !== null;
      frames.n += 1;
      if (document.getElementById('root') !== null && !isCovered && !isThere) frames.nEmpty += 1;
      requestAnimationFrame(look);
    };
    if (window === window.top) requestAnimationFrame(look);
  });
  for (const path of ['/', '/login', '/md', '/no-such-page']) {
    await test.step(`no_frame_is_empty_between_the_splash_and_the_screen_${path}`, async () => {
      await page.goto(path);
      await expect(page.locator('#splash, .rendered-screen')).toHaveCount(0);
      await expect(page.locator('#root main').first()).toBeVisible();
      const frames = await page.evaluate(
        () => (window as unknown as { frames: { n: number; nEmpty: number } }).frames,
      );
      expect(frames.n).toBeGreaterThan(1);
      expect(frames.nEmpty).toBe(0);
    });
  }
});

test('what_is_typed_before_the_program_is_there_stays_with_its_place', async ({
  page,
  visitor: _,
}) => {
  const release = await holdProgram(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await page.locator('.rendered-screen:visible').getByLabel('邮箱').fill('a@example.com');
  await page.locator('.rendered-screen:visible').getByRole('checkbox').check();
  // What the server asks for at least is what the page has said.
  const hint =
    (await page.locator('.rendered-screen:visible').getByText(/至少/).textContent()) ?? '';
  await page.locator('.rendered-screen:visible').getByLabel('昵称').click();
  await page.keyboard.type('墨砚作者');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  release();
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  await page.keyboard.type('的');
  await expect(page.getByLabel('昵称')).toHaveValue('墨砚的作者');
  await expect(page.getByText(hint, { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '邮箱' })).toHaveValue('a@example.com');
  await expect(page.getByRole('checkbox')).toBeChecked();
});

test('a_form_that_is_submitted_before_the_program_is_there_is_submitted_by_it', async ({
  page,
  visitor: _,
}) => {
  const release = await holdProgram(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const screen = page.locator('.rendered-screen:visible');
  await screen.getByLabel('邮箱').fill('nobody@example.com');
  await screen.getByLabel('密码', { exact: true }).fill('not-the-one');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('alert').filter({ hasText: '账号或密码不正确' })).toBeVisible();
  expect(page.url()).not.toContain('?');
});

test('an_input_method_ends_its_word_before_the_screen_is_replaced', async ({
  page,
  visitor: _,
}) => {
  const release = await holdProgram(page);
  await page.goto('/register', { waitUntil: 'commit' });
  const nickname = page.locator('.rendered-screen:visible').getByLabel('昵称');
  await nickname.fill('墨');
  await nickname.dispatchEvent('compositionstart');
  release();
  await expect(page.locator('#root main')).toBeAttached();
  await expect(nickname).toBeVisible();
  await expect(page.locator('#root main')).toBeHidden();
  await nickname.fill('墨砚');
  await nickname.dispatchEvent('compositionend');
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  await expect(page.getByLabel('昵称')).toHaveValue('墨砚');
  await expect(page.getByLabel('昵称')).toBeFocused();
});

test('the_form_waits_for_what_the_server_offers_but_not_for_long', async ({ page, visitor: _ }) => {
  const answer = await hold(page, '**/api/config');
  await page.goto('/login');
  await page.locator('.rendered-screen:visible').getByLabel('邮箱').focus();
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  await expect(page.getByText('正在连接服务器…')).toBeVisible();
  answer();
  await expect(page.getByRole('textbox', { name: '邮箱' })).toBeVisible();
});

test('the_program_comes_when_the_visitor_needs_it', async ({ page, visitor: _ }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) asked.push(request.url());
  });
  for (const path of ['/', '/login']) {
    await test.step(`the_program_waits_until_the_visitor_does_something_${path}`, async () => {
      asked.length = 0;
      await page.goto(path);
      expect(asked).toEqual([]);
      await movePointer(page);
      await expect(page.locator('.rendered-screen')).toHaveCount(0);
      expect(asked.length).toBeGreaterThan(0);
    });
  }
  for (const path of ['/', '/login']) {
    await test.step(`who_has_a_session_does_not_wait_for_the_program_${path}`, async () => {
      await page.evaluate(() => localStorage.setItem('token', 'of-before'));
      const program = page.waitForRequest(/\/assets\/index-.*\.js$/);
      await page.goto(path, { waitUntil: 'commit' });
      await program;
      await expect(page.locator('.rendered-screen')).toHaveCount(0);
    });
  }
});
