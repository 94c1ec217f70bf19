import { logIn, person, sessionOf, teamOf } from '../support/accounts';
import { expect, test } from '../support/visitor';

const N_BASES = 1_000;
/** What one account may make in an hour is less. */
const N_WRITERS = 2;
const CATEGORIES = ['techDocs', 'productManual', 'tutorial', 'other'];
const title = (i: number) => `${i % 100 === 0 ? '专栏' : '手册'} ${String(i).padStart(4, '0')}`;

test('a_list_of_a_thousand_bases_is_searched_filtered_and_paged', async ({
  page,
  request,
  visitor,
}) => {
  const owner = person('墨客');
  const writer = person('林小满');
  const team = await teamOf(request, owner, '大编辑部', [{ person: writer, role: 'editor' }]);
  const asked = await Promise.all([owner, writer].map((one) => sessionOf(request, one)));
  const make = async (i: number) => {
    const ask = asked[i % N_WRITERS];
    if (ask === undefined) throw new Error('nobody writes');
    const base = {
      title: title(i),
      description: i === 777 ? '只有这一个提到海燕' : '',
      category: CATEGORIES[i % 4],
      status: i % 10 === 0 ? 'draft' : 'active',
    };
    await ask('post', `/teams/${team}/knowledge-bases`, base, { 'Idempotency-Key': `base-${i}` });
  };
  for (let i = 1; i <= N_BASES; i += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => make(i + n)));
  }

  await logIn(page, owner, `/team/${team}/knowledge`);
  const list = page.getByRole('list', { name: '知识库' });
  const titles = () => list.getByRole('heading').allTextContents();
  await expect(page.getByRole('status').filter({ hasText: '1,000' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^草稿/ })).toContainText('100');
  expect(await titles()).toHaveLength(30);

  // The last page, and the page in the address.
  await page.getByRole('combobox', { name: '排序' }).click();
  await page.getByRole('option', { name: '名称' }).click();
  await expect.poll(async () => (await titles()).at(0)).toBe(title(1));
  await page.goto(`/team/${team}/knowledge?sort=title&page=34`);
  // Names are ordered by their sound, and the numbers in them as numbers.
  await expect.poll(titles).toEqual(Array.from({ length: 10 }, (_, i) => title((i + 1) * 100)));
  await page.getByRole('button', { name: '上一页' }).click();
  await expect(page).toHaveURL(/page=33$/);
  await expect.poll(async () => (await titles()).length).toBe(30);

  // A search finds what is on no page that was shown, by its words, its letters and its description.
  const search = page.getByRole('searchbox', { name: '搜索知识库' });
  await search.fill('0778');
  await expect.poll(titles).toEqual([title(778)]);
  await search.fill('haiyan');
  await expect.poll(titles).toEqual([title(777)]);
  await search.fill('');
  await page.getByRole('button', { name: /^草稿/ }).click();
  await page.getByRole('combobox', { name: '类别' }).click();
  await page.getByRole('option', { name: '其他' }).click();
  await expect(page.getByText('没有符合条件的知识库')).toBeVisible();
  await page.getByRole('combobox', { name: '类别' }).click();
  await page.getByRole('option', { name: '教程' }).click();
  await expect(page.getByRole('button', { name: /^草稿/ })).toContainText('50');
  expect(await visitor.overflow()).toBe(0);
  expect(await visitor.violations()).toEqual([]);
});
