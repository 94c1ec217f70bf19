import { expect, test } from '../support/library';
import { records } from '../support/storage';

test('form_and_text_always_agree', async ({ editor, library, page }) => {
  await editor.open();
  await editor.write('---\n# 注释留着\ntitle: 旧题\nextra: 1\ntags: [甲]\n---\n正文');
  await page.getByRole('button', { name: '文章属性' }).click();
  const field = (name: string) => page.getByRole('textbox', { name });
  await expect(field('标题')).toHaveValue('旧题');
  await expect(field('标签')).toHaveValue('甲');
  await field('标题').fill('新题: 带冒号');
  await field('标签').fill('甲, 乙，丙');
  await page.getByLabel('日期').fill('2026-03-04');
  await page.getByRole('switch', { name: '草稿' }).click();
  await field('列表中的名称').fill('列表名');
  await editor.saved();
  const [post] = await records(page, 'posts');
  expect(post?.content).toBe(
    [
      '---',
      '# 注释留着',
      'title: "新题: 带冒号"',
      'extra: 1',
      'tags: [甲, 乙, 丙]',
      'date: 2026-03-04',
      'draft: true',
      'sidebar_label: 列表名',
      '---',
      '正文',
    ].join('\n'),
  );
  // The fields are written once they have been read from the text, which may be after the text.
  await expect
    .poll(async () => (await records(page, 'posts'))[0])
    .toMatchObject({
      title: '列表名',
      frontMatter: { title: '新题: 带冒号', tags: ['甲', '乙', '丙'], draft: true },
    });
  await library.shows('列表名');
  // And the other way round.
  await editor.write('---\ntitle: 手写的题\n---\n正文');
  await expect(field('标题')).toHaveValue('手写的题');
  await expect(field('标签')).toHaveValue('');
  await expect(field('列表中的名称')).toHaveAttribute('placeholder', '手写的题');
  await library.shows('手写的题');
  // Emptying the form takes the block away, and undo brings it back.
  await field('标题').fill('');
  await expect(editor.article).toHaveText('正文');
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(field('标题')).toHaveValue('手写的题');
});

test('a_text_without_front_matter_gets_one_from_the_form', async ({ editor, page }) => {
  await editor.open();
  await editor.write('只有正文');
  await page.getByRole('button', { name: '文章属性' }).click();
  await page.getByRole('textbox', { name: '网址路径' }).fill('guide/start');
  await editor.saved();
  await expect
    .poll(async () => (await records(page, 'posts'))[0])
    .toMatchObject({
      content: '---\nrouter_path: guide/start\n---\n只有正文',
      router_path: 'guide/start',
    });
});

test('the_date_that_counts_is_shown_until_the_text_names_one', async ({ editor, page }) => {
  await editor.open();
  await editor.write('只有正文');
  await editor.saved();
  const recorded = (await records(page, 'posts'))[0]?.frontMatter as { date: string };
  await page.getByRole('button', { name: '文章属性' }).click();
  const date = page.getByLabel('日期');
  await expect(date).toHaveValue(recorded.date);
  await date.focus();
  await page.getByRole('textbox', { name: '标签' }).focus();
  await editor.saved();
  expect((await records(page, 'posts'))[0]?.content).toBe('只有正文');
  await date.fill('2026-03-04');
  await expect
    .poll(async () => (await records(page, 'posts'))[0]?.content)
    .toContain('date: 2026-03-04');
  await expect(date).toHaveValue('2026-03-04');
});
