import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { logIn, person, sessionOf, teamOf } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

/** The focus is in it, or on it as a whole. */
const hasFocus = (place: Locator) =>
  expect
    .poll(() => place.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);

/** Presses a control by the keyboard alone. */
async function press(page: Page, control: Locator) {
  await control.focus();
  await page.keyboard.press('Enter');
}

interface DraftList {
  tab: string;
  add: string;
  /** Adds at the top. */
  isNewestFirst?: boolean;
}

const drafts: DraftList[] = [
  { tab: 'navigation', add: '添加链接' },
  { tab: 'basic-info', add: '添加链接' },
  { tab: 'membership', add: '添加套餐' },
  { tab: 'carousel', add: '添加图片' },
  { tab: 'redirects', add: '添加跳转', isNewestFirst: true },
];

test('in_lists_of_settings_the_focus_goes_to_what_is_added_and_on_from_what_is_removed', async ({
  page,
  request,
  visitor: _,
}) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/overview`);
  for (const { tab, add, isNewestFirst = false } of drafts) {
    await test.step(tab, async () => {
      await page.goto(`${site.path}/${tab}`);
      const button = page.getByRole('button', { name: add }).first();
      const rows = page
        .locator('#content li')
        .filter({ has: page.getByRole('button', { name: /^删除/ }) });
      await expect(button).toBeVisible();
      const before = await rows.count();
      for (let n = before + 1; n <= before + 3; n += 1) {
        await press(page, button);
        await expect(rows).toHaveCount(n);
        await hasFocus(rows.nth(isNewestFirst ? 0 : n - 1));
        expect(await page.evaluate(() => document.activeElement?.matches('[data-handle]'))).toBe(
          false,
        );
      }
      const remove = (at: number) =>
        press(page, rows.nth(at).getByRole('button', { name: /^删除/ }));
      for (let n = before + 3; n > 0; n -= 1) {
        const at = n > 2 ? n - 2 : n - 1;
        await remove(at);
        await expect(rows).toHaveCount(n - 1);
        await hasFocus(n === 1 ? button : rows.nth(Math.min(at, n - 2)));
      }
    });
  }
});

test('on_the_homepage_the_focus_goes_into_new_sections_and_on_from_removed_ones', async ({
  page,
  request,
  visitor: _,
}) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/homepage`);
  const sections = page.getByRole('list', { name: '首页区块' }).locator(':scope > li');
  const add = page.getByRole('button', { name: '添加区块' });
  await expect(sections).toHaveCount(5);
  await press(page, add);
  await press(page, page.getByRole('dialog').getByRole('button', { name: /数据/ }));
  await expect(sections).toHaveCount(6);
  await hasFocus(sections.nth(5));
  await expect(sections.nth(5).getByRole('textbox').first()).toBeFocused();
  const choose = async (at: number, name: string) => {
    await press(page, sections.nth(at).getByRole('button', { name: /更多操作/ }));
    await press(page, page.getByRole('menuitem', { name, exact: true }));
  };
  await choose(0, '创建副本');
  await expect(sections).toHaveCount(7);
  await hasFocus(sections.nth(1));
  for (let n = 7; n > 0; n -= 1) {
    const at = n > 5 ? 0 : n - 1;
    await choose(at, '删除');
    await expect(sections).toHaveCount(n - 1);
    await hasFocus(n === 1 ? add : sections.nth(Math.min(at, n - 2)));
  }
});

interface ServerList {
  name: string;
  /** Makes two entries and opens the list; answers its rows and what follows the last. */
  open: (page: Page, request: APIRequestContext) => Promise<{ rows: Locator; rest?: Locator }>;
  remove: (page: Page, row: Locator) => Promise<void>;
}

const servers: ServerList[] = [
  {
    name: 'domains',
    open: async (page, request) => {
      const site = await siteOf(request);
      const ask = await sessionOf(request, site.author);
      for (const host of ['docs', 'www']) {
        const own = `${host}.${site.id}.example.com`;
        await ask('post', `/teams/personal/sites/${site.id}/domains`, { host: own });
      }
      await logIn(page, site.author, `${site.path}/domains`);
      return { rows: page.getByRole('listitem').filter({ hasText: 'example.com' }) };
    },
    remove: async (page, row) => {
      await press(page, row.getByRole('button', { name: /^移除/ }));
      await press(page, page.getByRole('dialog').getByRole('button', { name: '移除' }));
    },
  },
  {
    name: 'invitations',
    open: async (page, request) => {
      const owner = person('团长');
      const team = await teamOf(request, owner, '写作组');
      const ask = await sessionOf(request, owner);
      for (const email of ['a@example.com', 'b@example.com']) {
        await ask('post', `/teams/${team}/invitations`, { email, role: 'editor' });
      }
      await logIn(page, owner, `/team/${team}/members`);
      return { rows: page.getByRole('list', { name: '等待接受的邀请' }).getByRole('listitem') };
    },
    remove: (page, row) => press(page, row.getByRole('button')),
  },
  {
    name: 'members',
    open: async (page, request) => {
      const owner = person('团长');
      const members = ['甲一', '乙二'].map((name) => ({ person: person(name), role: 'editor' }));
      const team = await teamOf(request, owner, '写作组', members);
      await logIn(page, owner, `/team/${team}/members`);
      return {
        rows: page
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: '移出团队' }) }),
        rest: page.getByRole('listitem').filter({ hasText: '团长' }),
      };
    },
    remove: async (page, row) => {
      await press(page, row.getByRole('button', { name: '移出团队' }));
      await press(page, page.getByRole('dialog').getByRole('button', { name: '移出团队' }));
    },
  },
  {
    name: 'devices',
    open: async (page, request) => {
      const author = person('墨客');
      await sessionOf(request, author);
      await sessionOf(request, author);
      await logIn(page, author, '/account');
      return {
        rows: page
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: '退出', exact: true }) }),
        rest: page.getByRole('listitem').filter({ hasText: '此设备' }),
      };
    },
    remove: (page, row) => press(page, row.getByRole('button')),
  },
];

for (const { name, open, remove } of servers) {
  test(`in_the_list_of_${name}_the_focus_goes_on_from_what_is_removed`, async ({
    page,
    request,
    visitor: _,
  }) => {
    const { rows, rest } = await open(page, request);
    await expect(rows).toHaveCount(2);
    await remove(page, rows.first());
    await expect(rows).toHaveCount(1);
    await hasFocus(rows.first());
    await remove(page, rows.first());
    await expect(rows).toHaveCount(0);
    await hasFocus(rest ?? page.locator('#content'));
  });
}
