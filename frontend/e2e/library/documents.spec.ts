import { expect, test as fresh, emptied as test } from '../support/library';
import { settled } from '../support/settled';
import { records } from '../support/storage';

fresh(
  'the_documents_stand_open_at_first_with_the_tutorial_selected',
  async ({ editor, library, page }) => {
    await editor.openForTheFirstTime();
    expect((await library.pane.boundingBox())?.width).toBe(350);
    await library.shows('内容 1');
    await expect(library.row('内容 1')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('button', { name: '知识库：我的知识库' })).toBeVisible();
    await expect(page.getByRole('button', { name: '分类：docs' })).toBeVisible();
  },
);

test('a_new_article_is_named_where_it_stands_and_opened', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('第二篇');
  await library.shows('内容 1', '第二篇');
  await expect(editor.article).toBeEmpty();
  await editor.write('# 第二篇的字');
  await expect(editor.article.locator('h1')).toHaveText('第二篇的字');
  await editor.saved();
  const posts = await records(page, 'posts');
  expect(posts.find((post) => post.title === '第二篇')).toMatchObject({
    order: 2,
    parentId: null,
    content: '# 第二篇的字',
  });
});

test('switching_articles_keeps_both_texts_and_their_undo', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await editor.write('乙的字');
  await library.row('内容 1').click();
  await expect(editor.article.locator('h1')).toHaveText('第一篇');
  await editor.write('甲的字');
  await library.row('乙').click();
  await expect(editor.article).toHaveText('乙的字');
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.article).toBeEmpty();
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await library.row('内容 1').click();
  await expect(editor.article).toHaveText('甲的字');
  await page.reload();
  await editor.ready();
  await expect(editor.article).toHaveText('甲的字');
});

test('renaming_writes_the_label_into_the_text', async ({ editor, library, page }) => {
  await editor.openForTheFirstTime();
  await library.row('内容 1').dblclick();
  const box = page.getByRole('textbox', { name: '文章名称' });
  await box.fill('新名字');
  await box.press('Enter');
  await library.shows('新名字');
  await editor.saved();
  const [post] = await records(page, 'posts');
  expect(post).toMatchObject({ title: '新名字', frontMatter: { sidebar_label: '新名字' } });
  expect(post?.content).toContain('sidebar_label: 新名字\n');
  expect(post?.content).toContain('router_path: tutorial\n');
});

test('renaming_an_article_that_is_not_open_keeps_its_text', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await editor.write('乙的字');
  await library.row('内容 1').click();
  await library.act('乙', '重命名');
  await page.getByRole('textbox', { name: '文章名称' }).fill('丙');
  await page.getByRole('textbox', { name: '文章名称' }).press('Enter');
  await library.shows('内容 1', '丙');
  await library.row('丙').click();
  await expect(editor.article).toHaveText('乙的字');
  const posts = await records(page, 'posts');
  expect(posts.find((post) => post.title === '丙')?.content).toBe(
    '---\nsidebar_label: 丙\n---\n乙的字',
  );
});

test('escape_leaves_the_name_as_it_was', async ({ editor, library, page }) => {
  await editor.open();
  await library.row('内容 1').dblclick();
  await page.getByRole('textbox', { name: '文章名称' }).fill('别存');
  await page.keyboard.press('Escape');
  await library.shows('内容 1');
});

test('a_copy_stands_right_after_its_original', async ({ editor, library }) => {
  await editor.open();
  await library.create('乙');
  await library.act('内容 1', '创建副本');
  await library.shows('内容 1', '内容 1 副本', '乙');
  await expect(editor.article.locator('h1')).toHaveText('第一篇');
});

test('deleting_selects_the_neighbor_and_can_be_undone', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await editor.write('不能丢');
  await editor.saved();
  await library.act('乙', '删除');
  await library.shows('内容 1');
  await expect(library.row('内容 1')).toHaveAttribute('aria-selected', 'true');
  expect(await records(page, 'posts')).toHaveLength(1);
  await page.getByRole('button', { name: '撤销' }).click();
  await library.shows('内容 1', '乙');
  await expect(editor.article).toHaveText('不能丢');
});

test('deleting_a_parent_takes_its_children_along_and_back', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await library.act('内容 1', '新建子文章');
  await page.getByRole('textbox', { name: '文章名称' }).press('Enter');
  await library.shows('内容 1', '-未命名文章', '乙');
  await library.act('内容 1', '删除');
  await library.shows('乙');
  await expect(page.getByText('已删除“内容 1”及其下 1 篇文章')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await library.shows('内容 1', '-未命名文章', '乙');
});

test('the_last_article_can_go_and_the_editor_is_empty', async ({ editor, library, page }) => {
  await editor.open();
  await library.act('内容 1', '删除');
  await expect(page.getByText('没有打开的文章')).toBeVisible();
  await expect(page.getByText('这个分类还没有文章')).toBeVisible();
  await expect(editor.article).toBeEmpty();
  await page.getByRole('button', { name: '新建文章' }).last().click();
  await expect(page.getByText('没有打开的文章')).toBeHidden();
  await editor.write('从头写');
  await editor.saved();
});

test('without_an_article_nothing_speaks_of_one', async ({ editor, library, page }) => {
  await editor.open();
  await editor.saved();
  await library.act('内容 1', '删除');
  await expect(page.getByText('没有打开的文章')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('heading')).toHaveCount(0);
  await expect(editor.saveState).toHaveCount(0);
  await expect(page.getByTestId('preview').getByText('文章还是空的')).toBeHidden();
});

test('a_deletion_is_undone_by_the_keyboard_and_its_message_goes', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await library.tree.focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('这个分类还没有文章')).toBeVisible();
  await expect(page.getByRole('button', { name: '撤销' })).toBeVisible();
  // The button in place of the empty list.
  await expect(page.getByRole('button', { name: '新建文章' }).nth(1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Z');
  await library.shows('内容 1');
  await expect(library.tree).toBeFocused();
  await expect(page.getByRole('button', { name: '撤销' })).toBeHidden({ timeout: 2_000 });
});

test('dragging_moves_before_after_and_below_and_can_be_undone', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await library.create('乙');
  await library.create('丙');
  await library.row('丙').dragTo(library.row('内容 1'), { targetPosition: { x: 80, y: 3 } });
  await library.shows('丙', '内容 1', '乙');
  await library.row('丙').dragTo(library.row('乙'), { targetPosition: { x: 80, y: 16 } });
  await library.shows('内容 1', '乙', '-丙');
  await library.row('内容 1').dragTo(library.row('丙'), { targetPosition: { x: 80, y: 30 } });
  await library.shows('乙', '-丙', '-内容 1');
  await page.getByRole('button', { name: '撤销' }).first().click();
  await library.shows('内容 1', '乙', '-丙');
  const posts = await records(page, 'posts');
  const parent = posts.find((post) => post.title === '乙');
  expect(posts.find((post) => post.title === '丙')?.parentId).toBe(parent?.id);
});

test('keys_browse_open_move_and_undo', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await library.create('丙');
  await library.tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(library.row('内容 1')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+ArrowDown');
  await library.shows('乙', '内容 1', '丙');
  await page.keyboard.press('Alt+ArrowRight');
  await library.shows('乙', '-内容 1', '丙');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await library.shows('乙', '丙');
  await page.keyboard.press('ArrowRight');
  await library.shows('乙', '-内容 1', '丙');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+ArrowLeft');
  await library.shows('乙', '内容 1', '丙');
  await page.keyboard.press('Alt+ArrowUp');
  await library.shows('内容 1', '乙', '丙');
  await page.keyboard.press('ControlOrMeta+Z');
  await library.shows('乙', '内容 1', '丙');
  await page.keyboard.press('End');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: '文章名称' }).fill('丁');
  await page.keyboard.press('Enter');
  await library.shows('乙', '内容 1', '丁');
  await expect(library.tree).toBeFocused();
  await page.keyboard.press('Delete');
  await library.shows('乙', '内容 1');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: '重新编号' })).toBeVisible();
  await page.getByRole('menuitem', { name: '重新编号' }).click();
  await expect(page.getByText('已重新编号')).toBeVisible();
  const orders = (await records(page, 'posts')).map(({ order }) => order).sort();
  expect(orders).toEqual([10, 20]);
});

test('after_a_deletion_by_the_menu_and_its_undo_the_list_has_the_focus', async ({
  editor,
  library,
  page,
}) => {
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML);
  await editor.open();
  await library.create('乙');
  await library.row('乙').click();
  await library.row('乙').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '删除' }).click();
  await library.shows('内容 1');
  // The menu has closed, and the focus has gone where it goes.
  await settled(page, focused);
  await expect(library.tree).toBeFocused();
  await page.getByRole('button', { name: '撤销' }).click();
  await library.shows('内容 1', '乙');
  await settled(page, focused);
  await expect(library.tree).toBeFocused();
});

test('the_filter_finds_by_name_and_keeps_the_way_there', async ({ editor, library, page }) => {
  await editor.open();
  await library.act('内容 1', '新建子文章');
  await page.getByRole('textbox', { name: '文章名称' }).fill('Needle 针');
  await page.keyboard.press('Enter');
  await library.create('别的');
  await page.getByRole('searchbox', { name: '筛选文章' }).fill('needle');
  await library.shows('内容 1', '-Needle 针');
  const properties = page.getByRole('button', { name: '文章属性' });
  const place = await properties.boundingBox();
  await page.getByRole('searchbox', { name: '筛选文章' }).fill('zhen');
  await library.shows('内容 1', '-Needle 针');
  await page.getByRole('searchbox', { name: '筛选文章' }).fill('没有');
  await expect(page.getByText('没有匹配的文章')).toBeVisible();
  expect(await properties.boundingBox()).toEqual(place);
  await page.getByRole('button', { name: '清除筛选' }).click();
  await library.shows('内容 1', '-Needle 针', '别的');
});

test('collapse_and_expand_all_set_the_flag_on_every_post', async ({ editor, library, page }) => {
  await editor.open();
  await library.act('内容 1', '新建子文章');
  await page.getByRole('textbox', { name: '文章名称' }).press('Enter');
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '全部收起' }).click();
  await library.shows('内容 1');
  const flags = async () => (await records(page, 'posts')).map(({ collapsed }) => collapsed);
  await expect.poll(flags).toEqual([true, true]);
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '全部展开' }).click();
  await library.shows('内容 1', '-未命名文章');
  await expect.poll(flags).toEqual([false, false]);
});

test('knowledge_bases_and_categories_are_made_switched_and_deleted', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await page.getByRole('button', { name: '分类：docs' }).click();
  await expect(page.getByRole('menuitem', { name: '删除分类（至少保留一个）' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('menuitem', { name: '新建分类' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill('My Notes (v2)');
  await page.getByRole('button', { name: '创建' }).click();
  await expect(page.getByRole('button', { name: '分类：My Notes (v2)' })).toBeVisible();
  await expect(page.getByText('没有打开的文章')).toBeVisible();
  const categories = await records(page, 'categories');
  expect(categories.map(({ slug }) => slug)).toContain('my-notes-v2');

  await page.getByRole('button', { name: '知识库：我的知识库' }).click();
  await page.getByRole('menuitem', { name: '新建知识库' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill('课程');
  await page.getByRole('button', { name: '创建' }).click();
  await expect(page.getByRole('button', { name: '知识库：课程' })).toBeVisible();
  await library.create('课程第一讲');

  // The first category and its first post are selected.
  await page.getByRole('button', { name: '知识库：课程' }).click();
  await page.getByRole('menuitemradio', { name: '我的知识库' }).click();
  await expect(page.getByRole('button', { name: '分类：docs' })).toBeVisible();
  await expect(editor.article.locator('h1')).toHaveText('第一篇');

  await page.getByRole('button', { name: '知识库：我的知识库' }).click();
  await page.getByRole('menuitem', { name: '删除知识库' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('button', { name: '知识库：课程' })).toBeVisible();
  await library.shows('课程第一讲');
  expect(await records(page, 'posts')).toHaveLength(1);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByRole('button', { name: '知识库：我的知识库' })).toBeVisible();
  await expect(editor.article.locator('h1')).toHaveText('第一篇');
  expect(await records(page, 'posts')).toHaveLength(2);
});

test('an_article_moves_to_another_category', async ({ editor, library, page }) => {
  await editor.open();
  await page.getByRole('button', { name: '分类：docs' }).click();
  await page.getByRole('menuitem', { name: '新建分类' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill('归档');
  await page.getByRole('button', { name: '创建' }).click();
  await page.getByRole('button', { name: '分类：归档' }).click();
  await page.getByRole('menuitemradio', { name: 'docs' }).click();
  await library.shows('内容 1');
  await library.act('内容 1', '移到其他分类…');
  await page.getByRole('dialog').getByRole('button', { name: '移动' }).click();
  await expect(page.getByText('已移到“归档”')).toBeVisible();
  await expect(page.getByText('这个分类还没有文章')).toBeVisible();
  await page.getByRole('button', { name: '分类：docs' }).click();
  await page.getByRole('menuitemradio', { name: '归档' }).click();
  await library.shows('内容 1');
});

test('width_and_openness_are_remembered', async ({ editor, library, page }) => {
  await editor.open();
  await page.getByRole('separator', { name: '调整文章列表宽度' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await library.pane.boundingBox())?.width).toBe(366);
  const edge = await page.getByRole('separator', { name: '调整文章列表宽度' }).boundingBox();
  if (edge === null) throw new Error('no edge');
  await page.mouse.move(edge.x, edge.y + 200);
  await page.mouse.down();
  await page.mouse.move(edge.x - 66, edge.y + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await library.pane.boundingBox())?.width).toBe(300);
  await page.reload();
  await editor.ready();
  expect((await library.pane.boundingBox())?.width).toBe(300);
  await page.getByRole('button', { name: '收起文章列表' }).click();
  await expect(library.pane).toBeHidden();
  await expect
    .poll(async () => {
      const settings = await records(page, 'settings');
      return settings.find(({ key }) => key === 'is_open_post_slider')?.value;
    })
    .toBe(false);
  await page.reload();
  await editor.ready();
  await expect(library.pane).toBeHidden();
  await page.getByRole('button', { name: '打开文章列表' }).click();
  await expect(library.pane).toBeVisible();
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 375, height: 720 } });

  test('the_documents_are_a_drawer', async ({ editor, library, page }) => {
    await editor.open();
    await expect(library.tree).toBeHidden();
    await page.getByRole('button', { name: '打开文章列表' }).click();
    await library.shows('内容 1');
    await page.getByRole('button', { name: '新建文章' }).click();
    await page.getByRole('textbox', { name: '文章名称' }).fill('手机上写的');
    await page.keyboard.press('Enter');
    // The article is there to be written: the list gives way.
    await expect(library.tree).toBeHidden();
    await expect(page.getByRole('banner')).toContainText('手机上写的');
    await page.getByRole('button', { name: '打开文章列表' }).click();
    await library.row('内容 1').click();
    await expect(library.tree).toBeHidden();
    await expect
      .poll(async () => {
        const settings = await records(page, 'settings');
        return settings.find(({ key }) => key === 'isMobile')?.value;
      })
      .toBe(true);
  });
});

test('the_keys_of_the_tree_work_after_a_click', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await library.create('丙');
  await library.row('乙').click();
  await page.keyboard.press('Alt+ArrowUp');
  await library.shows('乙', '内容 1', '丙');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: '文章名称' }).fill('新乙');
  await page.keyboard.press('Enter');
  await library.shows('新乙', '内容 1', '丙');
  await library.row('丙').click();
  await page.keyboard.press('Delete');
  await library.shows('新乙', '内容 1');
});

test('the_list_follows_the_first_heading_until_the_author_names_the_article', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await editor.write('# 第一个标题');
  await library.shows('第一个标题');
  await editor.write('# 改过的标题');
  await library.shows('改过的标题');
  await library.create('我起的名');
  await editor.write('# 另一个标题');
  await editor.saved();
  await library.shows('改过的标题', '我起的名');
  // One name everywhere.
  await expect(page.getByRole('banner')).toContainText('我起的名');
  await expect(page).toHaveTitle('我起的名 · 墨砚');
  // It is found by its title too.
  await page.keyboard.press('Control+p');
  await page.getByRole('combobox').fill('另一个标');
  await expect(page.getByRole('option', { name: /我起的名/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await library.row('我起的名').click();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: '文章名称' }).fill('又一个名');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('又一个名');
});
