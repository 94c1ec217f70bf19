// Copying for WeChat: how long it takes and how large the result is.
import { summaries } from '../statistics.mjs';

const withoutFormulas = (text) => text.replace(/^\$\$\n[\s\S]*?\n\$\$\n/gm, '');

/** An article of prose without formulas, also those in a line, and without diagrams. */
export const onlyText = (text) =>
  withoutFormulas(text)
    .replace(/\$[^$\n]+\$/g, 'x')
    .replace(/^```mermaid\n[\s\S]*?\n```\n/gm, '');

/**
 * Bytes that doocs/md (npm: @doocs/md-cli 0.1.4) put on the clipboard for the same texts without formulas and
 * diagrams, code theme GitHub Dark, pasted into its editor and copied by its button. Texts as of this file's change.
 */
export const doocsBytes = {
  10000: 83_927,
  100000: 758_144,
  tutorial: 66_411,
  digest: 20_655,
  essay: 21_770,
  manual: 45_985,
  reference: 44_023,
};

/**
 * Copies the article, with its formulas and without them.
 *
 * Returns `{ markdownBytes, first, copied, plain }`: `first` is the first copy of a new page, modules
 * loading included, `copied` and `plain` (without formulas) are later ones; fields as in pages/copy.ts.
 */
export async function measureCopy(
  { browser, origin },
  { text, bare = withoutFormulas(text) },
  samples,
) {
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await page.goto(`${origin}/copy.html`);
  await page.evaluate(() => ready);
  const copy = (source) => page.evaluate((article) => copyArticle(article), source);
  const first = await copy(text);
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
