import { mergeTests, type Page } from '@playwright/test';
import { logIn, person, sessionOf, teamOf } from '../support/accounts';
import { test as withLibrary } from '../support/library';
import { siteOf } from '../support/site';
import { expect, test as withVisitor } from '../support/visitor';

const test = mergeTests(withVisitor, withLibrary);

const field = (page: Page) => page.getByRole('combobox', { name: '搜索文章、网站和页面' });
const options = (page: Page) => page.getByRole('option');
const chosen = (page: Page) => page.getByRole('option', { selected: true });
const groups = (page: Page) =>
  page.getByRole('dialog').getByRole('group').locator('> :first-child').allTextContents();

/** Opens the search of a page of the app by its keys. */
async function openSearch(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.rendered-screen')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '搜索', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
}

test('a_page_is_found_by_keyboard', async ({ page, visitor }) => {
  await openSearch(page);
  await field(page).fill('价');
  expect(await visitor.violations('popup')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#pricing$/);
  await expect(page.getByRole('heading', { name: '三种套餐' })).toBeInViewport();
});

test('a_visitor_who_has_written_nothing_gets_no_database', async ({ page, visitor: _ }) => {
  await openSearch(page);
  await expect.poll(() => groups(page)).toEqual(['页面']);
  await field(page).fill('没有这个词');
  await expect(page.getByText('没有找到“没有这个词”')).toBeVisible();
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
});

test('an_article_is_found_by_a_word_of_its_text_and_opened_at_it', async ({
  page,
  visitor,
  editor,
  library,
}) => {
  await editor.open();
  await library.create('选纸');
  await editor.write('第一行\n\n宣纸吃墨，要找的字在这里');
  await library.row('内容 1').click();
  await editor.saved();
  await openSearch(page);
  await field(page).fill('要找的');
  await expect(options(page)).toHaveCount(1);
  expect(await groups(page)).toEqual(['文章']);
  await expect(chosen(page)).toContainText('选纸');
  await expect(chosen(page)).toContainText('我的知识库 / docs');
  await expect(chosen(page).locator('mark')).toHaveText('要找的');
  expect(await visitor.violations('popup')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/md$/);
  await editor.ready();
  await expect(library.row('选纸')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.monaco-editor.focused')).toBeVisible();
  // The match is selected: what is typed takes its place.
  await page.keyboard.insertText('找到的');
  await expect(editor.article).toContainText('宣纸吃墨，找到的字在这里');
});

test('an_article_is_found_by_initials_and_offered_before_anything_is_typed', async ({
  page,
  visitor: _,
  editor,
  library,
}) => {
  await editor.open();
  await library.create('研墨手记');
  await library.create('洗笔');
  await editor.saved();
  await openSearch(page);
  await expect.poll(() => groups(page)).toEqual(['页面', '最近编辑']);
  await expect(options(page).filter({ hasText: '洗笔' })).toContainText('刚刚');
  await field(page).fill('ymsj');
  await expect(options(page)).toHaveCount(1);
  await chosen(page).click();
  await expect(page).toHaveURL(/\/md$/);
  await expect(library.row('研墨手记')).toHaveAttribute('aria-selected', 'true');
});

test('the_keys_walk_through_the_groups', async ({ page, visitor: _, editor, library }) => {
  await editor.open();
  await library.create('定价手记');
  await editor.saved();
  await openSearch(page);
  await field(page).fill('定价');
  await expect.poll(() => groups(page)).toEqual(['文章', '页面']);
  await expect(chosen(page)).toContainText('定价手记');
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toHaveText('套餐与定价');
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toContainText('定价手记');
  await page.keyboard.press('End');
  await expect(chosen(page)).toHaveText('套餐与定价');
  await page.keyboard.press('Home');
  await expect(chosen(page)).toContainText('定价手记');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});

test('an_author_finds_the_knowledge_bases_and_sites_of_all_teams', async ({
  page,
  request,
  visitor,
}) => {
  const { author, path } = await siteOf(request);
  const team = await teamOf(request, author, '雨夜编辑部');
  const ask = await sessionOf(request, author);
  const bases = '/teams/personal/knowledge-bases';
  const { id } = await ask<{ id: string }>('post', bases, { title: '删掉的手册' });
  await ask('delete', `${bases}/${id}`);
  // One that is on this device and at the server is found once.
  await logIn(page, author, `/team/${team}/knowledge`);
  await page.getByRole('button', { name: '新建知识库' }).first().click();
  await page.getByRole('dialog').getByLabel('名称').fill('共享手册');
  await page.getByRole('dialog').getByRole('button', { name: '新建', exact: true }).click();
  await expect(page.getByText('已同步')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).pathname));
  await openSearch(page, `/team/${team}/overview`);
  expect(asked.filter((one) => /\/(knowledge-bases|sites)$/.test(one))).toEqual([]);
  await field(page).fill('shouce');
  await expect.poll(() => groups(page)).toEqual(['知识库', '网站']);
  await expect(options(page)).toHaveText([
    '手册个人空间',
    '共享手册雨夜编辑部',
    '墨砚手册个人空间',
  ]);
  expect(await visitor.violations('popup')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    `/team/personal/knowledge?${new URLSearchParams({ search: '手册' })}`,
  );
  await expect(page.getByRole('heading', { name: '手册', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  await field(page).fill('墨砚');
  await expect(chosen(page)).toHaveText('墨砚手册个人空间');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${path}/overview`);
});

test('a_server_that_is_away_hides_nothing_of_this_device', async ({ page, visitor }) => {
  await logIn(page, person('墨客'), '/md');
  await expect(page.getByTestId('save-state')).toBeVisible();
  await openSearch(page);
  await page.route('**/api/teams**', (route) => route.abort('connectionrefused'));
  await field(page).fill('内容');
  await expect(chosen(page)).toContainText('内容 1');
  await expect(page.getByText('暂时无法搜索服务器上的知识库和网站')).toBeVisible();
  // The knowledge base of this browser, and the page of that name.
  await field(page).fill('我的');
  await expect.poll(() => groups(page)).toEqual(['知识库', '页面']);
  await expect(chosen(page)).toHaveText('我的知识库此浏览器');
  expect(await visitor.violations('popup')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/md$/);
});

test.describe('on_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('a_long_title_is_cut_and_the_article_opens_at_its_text', async ({ page, visitor }) => {
    await page.goto('/md');
    await expect(page.getByTestId('save-state')).toBeVisible();
    const title = '一个名字很长很长很长很长很长很长很长很长很长很长的知识库';
    const box = page.locator('#source textarea');
    await box.fill(`# ${title}\n\n${'行\n\n'.repeat(80)}很久以前写下的要找的字`);
    await expect(page.getByTestId('save-state')).toHaveAttribute('data-state', 'saved');
    await page.goto('/');
    await page.getByRole('button', { name: '搜索', exact: true }).tap();
    await field(page).fill('要找的');
    await expect(options(page)).toHaveCount(1);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.violations('popup')).toEqual([]);
    const option = await options(page).boundingBox();
    expect(option?.height).toBeGreaterThanOrEqual(44);
    await expect(options(page).locator('mark')).toBeInViewport();
    await options(page).tap();
    await expect(page).toHaveURL(/\/md$/);
    await expect(box).toBeFocused();
    expect(
      await box.evaluate((element: HTMLTextAreaElement) =>
        element.value.slice(element.selectionStart, element.selectionEnd),
      ),
    ).toBe('要找的');
    expect(await box.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(500);
  });
});
