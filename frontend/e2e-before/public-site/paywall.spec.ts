import type { LaunchOptions } from '@playwright/test';
import { logIn } from '../support/accounts';
import { faults } from '../support/axe';
import { test as base, expect } from '../support/base';
import { expectDocument, giveMembership, PAID, readerOf, shopOf, stranger } from '../support/shop';

/** With pages kept for the back button, as readers' browsers keep them. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
});

test('guest_reader_and_member_see_the_same_document_side_by_side', async ({ browser, request }) => {
  const shop = await shopOf(request);
  const guest = await stranger(browser);
  await guest.goto(shop.document);
  const [reader, member] = await Promise.all([
    readerOf(browser, request, shop),
    readerOf(browser, request, shop),
  ]);
  await giveMembership(shop, member, { months: 1 });
  await member.page.reload();
  await expectDocument(guest, 'cut');
  await expectDocument(reader.page, 'cut');
  await expectDocument(member.page, 'whole');
  expect(await faults(guest)).toEqual([]);
  expect(await faults(reader.page)).toEqual([]);

  await test.step('who_logs_out_takes_the_paid_text_along', async () => {
    const { page } = member;
    await page.goto(`${shop.origin}/account`);
    await page.getByRole('button', { name: '退出登录' }).first().click();
    await expect(page).toHaveURL(`${shop.origin}/`);
    await page.goBack();
    await expect(page).toHaveURL(/\/login\?from=/);
    await page.goBack();
    await expect(page).toHaveURL(shop.document);
    await expectDocument(page, 'cut');
  });
});

test('an_older_release_does_not_reopen_what_was_closed_since', async ({
  browser,
  page,
  request,
}) => {
  const shop = await shopOf(request, { level: 'free' });
  const guest = await stranger(browser);
  await guest.goto(shop.document);
  await expectDocument(guest, 'whole');
  await shop.write('第二篇', '# 第二篇\n\n后来的文字');
  await shop.publish();
  await shop.change('access', { guest: 'partial', nonMember: 'partial' });
  await guest.reload();
  await expectDocument(guest, 'cut');

  await logIn(page, shop.author, `${shop.path}/overview`);
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '恢复到第 1 版？' });
  await dialog.getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('已恢复到第 1 版')).toBeVisible();
  await expect.poll(async () => (await shop.read('/docs/start/第二篇')).status()).toBe(404);
  await guest.reload();
  await expectDocument(guest, 'cut');
  for (const path of ['/docs/start/怎样磨墨.md', '/llms-full.txt', '/rss.xml', '/search?q=结尾']) {
    expect(await (await shop.read(path)).text(), path).not.toContain(PAID);
  }
});
