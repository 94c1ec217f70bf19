import type { Page } from '@playwright/test';
import { giveProfessional, logIn, person, teamOf } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

/** A dialog with a form: what opens it, and the field in which something is typed. */
interface FormDialog {
  tab: string;
  opens: readonly string[];
  field: string;
}

const ofSite: FormDialog[] = [
  { tab: '优惠与兑换', opens: ['新建优惠码'], field: '优惠码' },
  { tab: '会员', opens: ['导入'], field: '内容' },
  { tab: '域名', opens: ['更改地址'], field: '地址前缀' },
  { tab: '概览', opens: ['发布'], field: '备注（可不填）' },
];

const ofTeam: FormDialog[] = [
  { tab: '成员', opens: ['邀请成员'], field: '邮箱' },
  { tab: '网站', opens: ['新建网站'], field: '网站名称' },
  { tab: '知识库', opens: ['新建知识库'], field: '名称' },
  { tab: '概览', opens: ['切换团队', '新建团队'], field: '团队名称' },
];

async function asksBeforeItIsLost(page: Page, { tab, opens, field }: FormDialog) {
  await page.locator('nav').getByRole('link', { name: tab, exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const name of opens) {
    await page
      .getByRole('button', { name })
      .or(page.getByRole('menuitem', { name }))
      .first()
      .click();
  }
  const box = page.getByRole('dialog').getByLabel(field, { exact: true });
  const question = page.getByRole('dialog', { name: '放弃已填写的内容？' });
  await box.fill('typed');
  const text = await box.inputValue();
  const ways = {
    escape: () => page.keyboard.press('Escape'),
    backdrop: () => page.mouse.click(4, 500),
    cross: () =>
      page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click(),
    back: () => page.evaluate(() => history.back()),
  };
  for (const [way, close] of Object.entries(ways)) {
    await test.step(way, async () => {
      await close();
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: '继续填写' }).click();
      await expect(question).toBeHidden();
      await expect(box).toHaveValue(text);
      const isInside = () =>
        page.getByRole('dialog').evaluate((one) => one.contains(document.activeElement));
      await expect.poll(isInside).toBe(true);
    });
  }
  await test.step('the page', async () => {
    const asked = page.waitForEvent('dialog');
    const left = page.reload({ timeout: 5_000 }).catch(() => undefined);
    await (await asked).dismiss();
    await left;
    await expect(box).toHaveValue(text);
  });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: '放弃', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a_form_of_a_site_is_not_lost_without_a_question', async ({ page, request, visitor: _ }) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/overview`);
  for (const form of ofSite) {
    await test.step(form.opens.join(), async () => {
      await page.goto(`${site.path}/appearance`);
      await asksBeforeItIsLost(page, form);
    });
  }
});

test('a_form_of_a_team_is_not_lost_without_a_question', async ({ page, request, visitor: _ }) => {
  const owner = person('团长');
  giveProfessional(owner);
  const team = await teamOf(request, owner, '写作组');
  await logIn(page, owner, `/team/${team}/overview`);
  for (const form of ofTeam) {
    await test.step(form.opens.join(), async () => {
      await page.goto(`/team/${form.tab === '网站' ? 'personal' : team}/settings`);
      await asksBeforeItIsLost(page, form);
    });
  }
});

test('a_form_that_was_only_looked_at_closes_at_once', async ({ page, request, visitor: _ }) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/promotions`);
  await page.getByRole('button', { name: '新建优惠码' }).first().click();
  const code = page.getByRole('dialog').getByLabel('优惠码', { exact: true });
  await code.fill('X');
  await code.fill('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
