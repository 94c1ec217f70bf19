import { expect, test } from '../support/editor';
import { putSettings } from '../support/storage';

/** Widths of a column in pixels, so that somewhere each part of a formula is at the end of a line. */
const WIDTHS = { from: 160, to: 400, step: 4 };

test('a_short_formula_at_the_end_of_a_line_is_in_one_piece_in_the_preview_as_in_the_copy', async ({
  editor,
  page,
}) => {
  await editor.openWith('如果有 $a = b + c$，那么 $x - y < z$，也就是 $p \\to q = r$ 成立。\n');
  await expect(editor.article.locator('.katex')).toHaveCount(3);
  const formulas = editor.article.locator('.katex-html');
  // KaTeX may break a line between these.
  expect(await formulas.evaluateAll((all) => all.map(({ childElementCount: n }) => n))).toEqual([
    3, 3, 3,
  ]);
  const broken = await editor.article.evaluate((article, { from, to, step }) => {
    const found: string[] = [];
    for (let width = from; width <= to; width += step) {
      article.style.width = `${width}px`;
      for (const formula of article.querySelectorAll('.katex-html')) {
        const bottoms = [...formula.children].map((part) => part.getBoundingClientRect().bottom);
        // Parts of one line stand less apart than two lines do.
        const isWhole = Math.max(...bottoms) - Math.min(...bottoms) < 15;
        if (!isWhole) found.push(`${width} px: ${formula.textContent}`);
      }
    }
    return found;
  }, WIDTHS);
  expect(broken).toEqual([]);
  const html = await editor.copyForWechat();
  const nPictures = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'text/html').querySelectorAll('p svg').length,
    html,
  );
  expect(nPictures).toBe(3);
});

test('chinese_in_a_formula_has_the_font_of_the_article_in_the_preview_as_in_the_copy', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.saved();
  await putSettings(page, { fonts: 'serif' });
  await editor.fill('密度 $\\rho = \\text{质量}$\n');
  await page.reload();
  await editor.ready();
  const letters = editor.article.locator('.cjk_fallback').first();
  await expect(letters).toBeVisible();
  const fontOf = (element: Element) => getComputedStyle(element).fontFamily;
  const shown = await letters.evaluate(fontOf);
  expect(shown).toBe(await editor.article.locator('p').evaluate(fontOf));
  const html = await editor.copyForWechat();
  const sheet = await page.context().newPage();
  await sheet.setContent(html);
  expect(await sheet.locator('svg text').first().evaluate(fontOf)).toBe(shown);
  await sheet.close();
});
