// The forms of the account screens send what was filled in, whenever and by whomever that was done.
import type { Page } from '@playwright/test';
import { hold, holdProgram, renderedScreen } from '../support/held-program';
import { expect, test } from '../support/visitor';

const PASSWORD = 'a-long-secret';
const REGISTRATION = {
  nickname: '墨客',
  identifier: 'mo@example.com',
  code: '123456',
  passwd: PASSWORD,
  passwdConfirmPasswd: PASSWORD,
};

interface Form {
  path: string;
  /** What is typed, by the names of the fields. */
  typed: Record<string, string>;
  /** Boxes that are ticked. */
  ticked: string[];
  /** Where it is sent to, and with what beside what was typed. */
  api: string;
  sent: Record<string, unknown>;
}

const FORMS: Form[] = [
  {
    path: '/login',
    typed: { identifier: 'mo@example.com', passwd: PASSWORD },
    ticked: [],
    api: 'loginByIdentifier',
    sent: { identifier: 'mo@example.com', passwd: PASSWORD },
  },
  {
    path: '/register',
    typed: REGISTRATION,
    ticked: ['isAgreed'],
    api: 'registerByIdentifier',
    sent: { ...REGISTRATION, agreesToTerms: true },
  },
  {
    path: '/reset-password',
    typed: {
      identifier: 'mo@example.com',
      code: '123456',
      passwd: PASSWORD,
      passwdConfirmPasswd: PASSWORD,
    },
    ticked: [],
    api: 'resetPassword',
    sent: { identifier: 'mo@example.com', code: '123456', passwd: PASSWORD },
  },
];

const screen = (page: Page) => page.locator('.rendered-screen:visible, #root');

async function isThere(page: Page): Promise<void> {
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  await expect(page.locator('#root form')).toBeVisible();
}

async function fill(page: Page, { typed, ticked }: Form): Promise<void> {
  for (const [name, text] of Object.entries(typed))
    await screen(page).locator(`input[name=${name}]:visible`).fill(text);
  for (const name of ticked) await screen(page).locator(`input[name=${name}]:visible`).check();
}

/** As a password manager does it that tells nobody. */
async function fillSilently(page: Page, { typed, ticked }: Form): Promise<void> {
  await page.evaluate(
    ([texts, boxes]) => {
      const field = (name: string) =>
        [...document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)].find(
          (one) => one.getClientRects().length > 0,
        ) as HTMLInputElement;
      const set = (element: HTMLInputElement, property: string, value: unknown) =>
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, property)?.set?.call(
          element,
          value,
        );
      for (const [name, text] of Object.entries(texts)) set(field(name), 'value', text);
      for (const name of boxes) set(field(name), 'checked', true);
    },
    [typed, ticked] as const,
  );
}

const submit = (page: Page) => screen(page).locator('[type=submit]:visible').click();

/** When the form is filled in and sent. */
const MOMENTS: Record<string, (page: Page, form: Form) => Promise<void>> = {
  async when_the_program_is_there(page, form) {
    await page.goto(form.path);
    await isThere(page);
    await fill(page, form);
    await submit(page);
  },
  async before_the_program_is_there(page, form) {
    const release = await holdProgram(page);
    await page.goto(form.path, { waitUntil: 'commit' });
    await fill(page, form);
    await submit(page);
    await expect(renderedScreen(page).locator('form')).toHaveAttribute('aria-busy', 'true');
    release();
  },
  async partly_before_and_partly_after(page, form) {
    const release = await holdProgram(page);
    await page.goto(form.path, { waitUntil: 'commit' });
    await fill(page, form);
    release();
    await isThere(page);
    await submit(page);
  },
  async after_a_reload(page, form) {
    await page.goto(form.path);
    await isThere(page);
    await fill(page, form);
    await page.reload();
    await isThere(page);
    await fill(page, form);
    await submit(page);
  },
  async after_back(page, form) {
    await page.goto(form.path);
    await isThere(page);
    await fill(page, form);
    await page.goto('/terms');
    await page.goBack();
    await fill(page, form);
    await submit(page);
  },
  async filled_in_without_telling(page, form) {
    await page.goto(form.path);
    await isThere(page);
    await fillSilently(page, form);
    await submit(page);
  },
  async filled_in_without_telling_before_the_program_is_there(page, form) {
    const release = await holdProgram(page);
    await page.goto(form.path, { waitUntil: 'commit' });
    await expect(renderedScreen(page).locator('form')).toBeVisible();
    await fillSilently(page, form);
    await submit(page);
    release();
  },
};

for (const form of FORMS) {
  for (const [moment, fillAndSend] of Object.entries(MOMENTS)) {
    test(`the_form_sends_what_was_filled_in_${moment}_${form.path}`, async ({
      page,
      visitor: _,
    }) => {
      // The server counts wrong codes and passwords of a network, which all journeys share: here only the form is judged.
      await page.route(`**/api/account/${form.api}`, (route) =>
        route.fulfill({ status: 503, json: { code: 503, message: '', data: {} } }),
      );
      const sent = page.waitForRequest(`**/api/account/${form.api}`);
      await fillAndSend(page, form);
      expect((await sent).postDataJSON()).toMatchObject(form.sent);
      expect(page.url()).not.toContain('?');
    });
  }
}

test('what_is_filled_in_waits_for_what_the_server_offers', async ({ page, visitor: _ }) => {
  const [form] = FORMS as [Form];
  const answer = await hold(page, '**/api/config');
  await page.goto(form.path);
  await fill(page, form);
  await expect(page.getByText('正在连接服务器…')).toBeVisible();
  answer();
  for (const [name, text] of Object.entries(form.typed))
    await expect(page.locator(`input[name=${name}]`)).toHaveValue(text);
});
