// From navigation to the first laid-out preview: what a first visitor gets, and what an author gets who comes back to an
// article.
import { summaries } from '../statistics.mjs';

/** The server packs a file when it is first asked for it. */
const warmUps = 1;

/** How long both pages rest before the return, in milliseconds: the browser then has written its caches. */
const restMs = 2000;

/** The connections that are measured; `undefined` is the local one, without limits. */
export const connections = {
  local: undefined,
  // 10 Mbit/s and 40 ms: what a phone gets on a fair day.
  mobile: { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 500_000 },
};

/** A first visitor gets the tutorial, which our build has rendered; the peer renders it when it comes. */
const firstPages = { ours: 'visit.html', peer: 'peer.html?article=tutorial' };
/** Who comes back gets the stored article: ours from the database, the peer's from localStorage. */
const returnPages = { ours: 'visit.html', peer: 'peer.html?stored' };

/** When the preview stood, and the bytes that had to arrive for it. */
async function previewOf(page) {
  await page.waitForFunction(() => performance.getEntriesByName('preview').length > 0);
  return page.evaluate(() => {
    const time = performance.getEntriesByName('preview')[0].startTime;
    const bytes = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ]
      .filter((entry) => entry.responseEnd <= time)
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0);
    return { time, bytes };
  });
}

/** Calls `use` with a page of a browser that knows nothing. */
async function inNewBrowser(browser, connection, use) {
  const context = await browser.newContext({ locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    if (connection) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', connection);
    }
    return await use(page);
  } finally {
    await context.close();
  }
}

async function visit(browser, origin, side, text, connection) {
  return inNewBrowser(browser, connection, async (page) => {
    await page.goto(`${origin}/${firstPages[side]}`);
    const { time: first, bytes } = await previewOf(page);
    const comeBack = async () => {
      await page.waitForTimeout(restMs);
      await page.goto(`${origin}/${returnPages[side]}`);
      return (await previewOf(page)).time;
    };
    await page.evaluate((article) => window.keep(article), text);
    const again = await comeBack();
    // An article from another device, or a setting that was changed: nothing is known of its preview.
    await page.evaluate(() => window.forget?.());
    return { first, again, unknown: await comeBack(), bytes };
  });
}

/**
 * Opens both pages, in turns, each time in a browser that knows nothing.
 *
 * Returns `{ ours, peer }`, each `{ first, again, unknown, bytes }`: milliseconds of a first visit, which shows the
 * tutorial, of a return to the article `text` and of a return to it without a cached preview; and the bytes downloaded
 * before the preview of the first visit.
 */
export async function measureNavigation(browser, origin, text, connection, samples) {
  const taken = { ours: [], peer: [] };
  for (let round = 0; round < warmUps + samples; round += 1) {
    for (const side of Object.keys(taken)) {
      const visited = await visit(browser, origin, side, text, connection);
      if (round >= warmUps) taken[side].push(visited);
    }
  }
  return { ours: summaries(taken.ours), peer: summaries(taken.peer) };
}
