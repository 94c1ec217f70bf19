import { expect, test } from './base';
import { article, openWith } from './editor-screen';

const TEXT =
  '$$\n\\int_0^\\infty \\left(\\sum_{k=1}^n \\frac{x_k}{2}\\right) \\mathcal{L} \\mathbb{R}\n$$\n';

test('formulas_of_the_preview_have_their_fonts', async ({ tab }) => {
  await openWith(tab, TEXT);
  const fonts = await article(tab)
    .find('.math-block .katex')
    .evaluate(async ({ ownerDocument }) => {
      await ownerDocument.fonts.ready;
      return [...ownerDocument.fonts].map(({ family, status }) => [family, status]);
    });
  const families = (wanted: string) =>
    fonts.filter(([, status]) => status === wanted).map(([family]) => family?.replaceAll('"', ''));
  expect(families('error')).toEqual([]);
  expect(families('loaded')).toEqual(
    expect.arrayContaining(['KaTeX_AMS', 'KaTeX_Caligraphic', 'KaTeX_Main', 'KaTeX_Math']),
  );
});

test('rows_of_a_formula_take_the_room_that_they_say', async ({ tab }) => {
  await openWith(tab, '$$\n\\sum_{i=1}^n \\sqrt{\\frac{a_i}{b}}\n$$\n');
  const [shown, said] = await article(tab)
    .find('.math-block .katex')
    .evaluate(async (formula) => {
      await formula.ownerDocument.fonts.ready;
      const heightOf = (name: string) =>
        formula.closest('.math-block')?.querySelector(name)?.getBoundingClientRect().height ?? 0;
      return [heightOf('.katex-display'), heightOf('.katex-strut')];
    });
  expect(said).toBeGreaterThan(40);
  expect(Math.abs((shown ?? 0) - (said ?? 0))).toBeLessThan(1);
});
