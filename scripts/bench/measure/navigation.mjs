// From navigation to the first laid-out preview: an empty browser, then the same reader again.
import { summaries } from '../statistics.mjs';

/** The server packs a file when it is first asked for it. */
const warmUps = 1;

/** The connections that are measured; `undefined` is the local one, without limits. */
export const connections = {
  local: undefined,
  // 10 Mbit/s and 40 ms: what a phone gets on a fair day.
  mobile: { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 500_000 },
};

const pages = { ours: 'ours.html', peer: 'peer.html' };

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

async function visit(browser, address, connection) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    if (connection) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', connection);
    }
    await page.goto(address);
    const { time: first, bytes } = await previewOf(page);
    await page.reload();
    return { first, again: (await previewOf(page)).time, bytes };
  } finally {
    await context.close();
  }
}

/**
 * Opens both pages with an article of `size` bytes, in turns, each time in a browser that knows nothing.
 *
 * Returns `{ ours, peer }`, each `{ first, again, bytes }`: milliseconds of the first visit and of a reload,
 * and the bytes downloaded before the first preview.
 */
export async function measureNavigation(browser, origin, size, connection, samples) {
  const taken = { ours: [], peer: [] };
  for (let round = 0; round < warmUps + samples; round += 1) {
    for (const side of Object.keys(pages)) {
      const visited = await visit(browser, `${origin}/${pages[side]}?article=${size}`, connection);
      if (round >= warmUps) taken[side].push(visited);
    }
  }
  return { ours: summaries(taken.ours), peer: summaries(taken.peer) };
}
