// From navigation to the first laid-out preview: what a first visitor gets, an article that was never rendered here, and
// the same article again.
import { summaries } from '../statistics.mjs';

/** The server packs a file when it is first asked for it. */
const warmUps = 1;

/** The connections that are measured; `undefined` is the local one, without limits. */
export const connections = {
  local: undefined,
  // 10 Mbit/s and 40 ms: what a phone gets on a fair day.
  mobile: { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 500_000 },
};

/** A first visitor gets the tutorial, which our build has rendered; the peer renders it when it comes. */
const firstPages = { ours: 'visit.html', peer: 'peer.html?article=tutorial' };
const articlePages = { ours: 'visit.html?article=', peer: 'peer.html?article=' };

/** When the preview stood, and the bytes that had to arrive for it, the article's own text aside. */
async function previewOf(page) {
  await page.waitForFunction(() => performance.getEntriesByName('preview').length > 0);
  return page.evaluate(() => {
    const time = performance.getEntriesByName('preview')[0].startTime;
    const bytes = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ]
      .filter((entry) => entry.responseEnd <= time && !entry.name.includes('/articles/'))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0);
    return { time, bytes };
  });
}

/** Calls `use` with a page of a browser that knows nothing. */
async function inNewBrowser(browser, connection, use) {
  const context = await browser.newContext();
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

async function visit(browser, origin, side, size, connection) {
  const { time: first, bytes } = await inNewBrowser(browser, connection, async (page) => {
    await page.goto(`${origin}/${firstPages[side]}`);
    return previewOf(page);
  });
  const rest = await inNewBrowser(browser, connection, async (page) => {
    await page.goto(`${origin}/${articlePages[side]}${size}`);
    const { time: unknown } = await previewOf(page);
    // Our page caches what it shows when it is idle; the peer's has nothing to cache.
    await page.evaluate(() => window.cached?.());
    await page.reload();
    return { unknown, again: (await previewOf(page)).time };
  });
  return { first, bytes, ...rest };
}

/**
 * Opens both pages, in turns, each time in a browser that knows nothing.
 *
 * Returns `{ ours, peer }`, each `{ first, unknown, again, bytes }`: milliseconds of a first visit, which shows the
 * tutorial, of the first opening of an article of `size` bytes, and of its second one; and the bytes downloaded before
 * the preview of the first visit.
 */
export async function measureNavigation(browser, origin, size, connection, samples) {
  const taken = { ours: [], peer: [] };
  for (let round = 0; round < warmUps + samples; round += 1) {
    for (const side of Object.keys(taken)) {
      const visited = await visit(browser, origin, side, size, connection);
      if (round >= warmUps) taken[side].push(visited);
    }
  }
  return { ours: summaries(taken.ours), peer: summaries(taken.peer) };
}
