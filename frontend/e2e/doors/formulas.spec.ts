import { expect, test } from './base';
import { article, openWith } from './stored-article';

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
