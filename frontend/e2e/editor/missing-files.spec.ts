import { logIn, person } from '../support/accounts';
import { expect, test } from '../support/editor';

const MISSING = '没有下载完整';

for (const { name, file, text, slot } of [
  { name: 'formulas', file: /\/assets\/katex-.*\.js$/, text: '$$\nx^2\n$$', slot: '.math-block' },
  {
    name: 'diagrams',
    file: /\/assets\/mermaid.*\.js$/,
    text: '```mermaid\ngraph TD\n甲-->乙\n```',
    slot: '.diagram',
  },
]) {
  test(`without_the_code_of_${name}_their_place_says_so_and_the_next_edit_tries_again`, async ({
    editor,
    page,
  }) => {
    await page.route(file, (route) => route.abort());
    await editor.openWith('# 题目');
    await editor.write(text);
    await expect(editor.article.locator(slot)).toHaveAttribute('title', new RegExp(MISSING));
    await page.unroute(file);
    await editor.write(`${text.replace('x', 'y').replace('甲', '丙')}\n`);
    await expect(editor.article.locator(`${slot} svg, ${slot} .katex`).first()).toBeAttached();
    await expect(editor.article.locator(slot)).not.toHaveAttribute('title');
    editor.errors.length = 0;
  });
}

test('without_the_code_themes_their_list_says_so', async ({ editor, page }) => {
  await page.route(/\/assets\/code-themes-.*\.js$/, (route) => route.abort());
  await editor.open();
  await page.getByRole('button', { name: '样式', exact: true }).click();
  await page.getByRole('combobox', { name: /^代码主题/ }).click();
  await expect(page.getByRole('dialog')).toContainText(MISSING);
  editor.errors.length = 0;
});

test('without_the_words_of_a_language_the_other_one_stays', async ({ editor, page }) => {
  await page.route(/\/assets\/english-.*\.js$/, (route) => route.abort());
  await editor.open();
  await page.getByRole('button', { name: '界面语言', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByText(MISSING)).toBeVisible();
  await expect(page.getByRole('button', { name: '样式', exact: true })).toBeVisible();
  editor.errors.length = 0;
});

test('without_the_code_of_sync_its_author_is_told_and_asks_for_it_again', async ({
  editor,
  page,
}) => {
  const file = /\/assets\/parts-(?!context).*\.js$/;
  await page.route(file, (route) => route.abort());
  await logIn(page, person('安安'), '/md');
  await editor.ready();
  const said = page.locator('[data-sonner-toast]').filter({ hasText: '同步功能没有下载完整' });
  await expect(said).toBeVisible();
  await page.unroute(file);
  await said.getByRole('button', { name: '重试' }).click();
  await expect(said).toHaveCount(0);
  editor.errors.length = 0;
});
