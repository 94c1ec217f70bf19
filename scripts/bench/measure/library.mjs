// A library of 2,000 posts in the browser's database: opening, switching, saving, searching.
import { summaries } from '../statistics.mjs';

export const libraryPosts = 2000;
const postBytes = 8000;
const versions = 5;

/** Fills a fresh browser with posts and measures rounds; fields as in pages/library.ts, and `slowestSave`. */
export async function measureLibrary({ browser, origin }, { text }, samples) {
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await page.goto(`${origin}/library.html`);
  await page.evaluate(() => ready);
  const part = text.slice(0, postBytes / 2);
  await page.evaluate(
    ([count, body, past]) => fillLibrary(count, body, past),
    [libraryPosts, part, versions],
  );
  const rounds = [];
  for (let round = 0; round < samples; round += 1) {
    rounds.push(await page.evaluate((number) => libraryRound(number), round));
  }
  await page.context().close();
  return { ...summaries(rounds), slowestSave: Math.max(...rounds.map(({ saving }) => saving)) };
}
