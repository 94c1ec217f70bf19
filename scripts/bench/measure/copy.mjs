// Copying for WeChat: how long it takes and how large the result is.
import { summaries } from '../statistics.mjs';

const withoutFormulas = (text) => text.replace(/^\$\$\n[\s\S]*?\n\$\$\n/gm, '');

/**
 * Copies the article, with its formulas and without them.
 *
 * Returns `{ markdownBytes, first, copied, plain }`: `first` is the first copy of a new page, modules
 * loading included, `copied` and `plain` (without formulas) are later ones; fields as in pages/copy.ts.
 */
export async function measureCopy({ browser, origin }, { text }, samples) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${origin}/copy.html`);
  await page.evaluate(() => ready);
  const copy = (source) => page.evaluate((article) => copyArticle(article), source);
  const first = await copy(text);
  const bare = withoutFormulas(text);
  const copied = [];
  const plain = [];
  for (let round = 0; round < samples; round += 1) {
    copied.push(await copy(text));
    plain.push(await copy(bare));
  }
  await page.context().close();
  return {
    markdownBytes: Buffer.byteLength(bare),
    first,
    copied: summaries(copied),
    plain: summaries(plain),
  };
}
