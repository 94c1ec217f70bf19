import { expect, test } from '../support/editor';

test('the_browser_s_own_print_shows_the_article_in_place_of_the_window', async ({
  editor,
  page,
}) => {
  await editor.openWith('# 大题\n\n第一段与 $x_i$。\n');
  await expect(editor.article.locator('.katex')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(editor.source).toBeHidden();
  const printed = page.locator('[data-print] section.article');
  await expect(printed.locator('h1')).toHaveText('大题');
  await expect(printed.locator('.katex')).toBeVisible();
  const widthOf = (element: Element) => element.getBoundingClientRect().width;
  expect(await printed.evaluate(widthOf)).toBe(await page.locator('html > body').evaluate(widthOf));
  const fonts = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ status }) => status);
    });
  expect(await fonts()).toContain('loaded');
  expect(await fonts()).not.toContain('error');
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(editor.source).toBeVisible();
  await expect(page.locator('[data-print]')).toHaveCount(0);
});

test('in_a_window_of_few_lines_the_bars_scroll_away_from_the_source', async ({ editor, page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await editor.openWith('段落\n\n'.repeat(40));
  await editor.source.scrollIntoViewIfNeeded();
  const main = page.getByRole('main');
  await main.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const shown = await editor.source.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  });
  expect(shown).toBeGreaterThanOrEqual(180);
});

test('lines_wrap_where_they_end_when_a_reader_spaces_the_text_out', async ({ editor, page }) => {
  await editor.openWith(
    `${'一行很长的中文'.repeat(20)}\n\n${'some longer english words '.repeat(20)}\n`,
  );
  await page.addStyleTag({
    content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
  });
  const cut = () =>
    editor.source.evaluate((source) => {
      const { right } = source.getBoundingClientRect();
      return [...source.querySelectorAll('.view-line > span')].filter(
        (line) => line.getBoundingClientRect().right > right,
      ).length;
    });
  await expect.poll(cut).toBe(0);
  expect(await editor.source.locator('.view-line').count()).toBeGreaterThan(8);
});
