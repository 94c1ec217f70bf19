import { logIn } from '../support/accounts';
import { expect, test } from '../support/base';
import { expectDocument, readerOf, shopOf } from '../support/shop';

test('a_code_of_a_batch_makes_one_member_of_two_who_use_it_at_the_same_moment', async ({
  browser,
  page,
  request,
}) => {
  const shop = await shopOf(request);
  await logIn(page, shop.author, `${shop.path}/promotions`);
  await page.getByRole('radio', { name: '兑换码' }).click();
  await page.getByRole('button', { name: '生成兑换码' }).first().click();
  const dialog = page.getByRole('dialog', { name: '生成兑换码' });
  await dialog.getByLabel('数量').fill('2');
  await dialog.getByRole('button', { name: '生成', exact: true }).click();
  const made = page.getByRole('dialog', { name: '2 个兑换码已生成' });
  await expect(made.getByRole('listitem')).toHaveCount(2);
  const [code] = await made.getByRole('listitem').allTextContents();
  await made.getByRole('button', { name: '复制兑换码' }).click();
  await made.getByRole('button', { name: '完成' }).click();

  const readers = await Promise.all([
    readerOf(browser, request, shop),
    readerOf(browser, request, shop),
  ]);
  for (const reader of readers) {
    await reader.page.goto(`${shop.origin}/plans`);
    // As people type it.
    await reader.page.getByLabel(/兑换码/).fill(` ${code?.toLowerCase().replaceAll('-', ' ')} `);
  }
  await Promise.all(
    readers.map(({ page: own }) => own.getByRole('button', { name: '兑换', exact: true }).click()),
  );
  const refused = await Promise.all(
    readers.map(async ({ page: own }) => {
      await expect(own.getByText(/兑换成功|兑换码无效/)).toBeVisible();
      return own.getByText('兑换码无效').isVisible();
    }),
  );
  expect(refused.filter(Boolean)).toHaveLength(1);
  for (const [index, { page: own }] of readers.entries()) {
    await own.goto(shop.document);
    await expectDocument(own, refused[index] ? 'cut' : 'whole');
  }
  await page.reload();
  await expect(page.getByText(/1 ?\/ ?2/).first()).toBeVisible();
});
