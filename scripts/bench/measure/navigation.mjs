// From navigation to the first laid-out preview: an empty browser, then the same reader again.
import { summary } from '../statistics.mjs';

/** The connections that are measured; `undefined` is the local one, without limits. */
export const connections = {
  local: undefined,
  // 10 Mbit/s and 40 ms: what a phone gets on a fair day.
  mobile: { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 500_000 },
};

const pages = { ours: 'ours.html', peer: 'peer.html' };

async function previewTime(page) {
  await page.waitForFunction(() => performance.getEntriesByName('preview').length > 0);
  return page.evaluate(() => performance.getEntriesByName('preview')[0].startTime);
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
    const first = await previewTime(page);
    await page.reload();
    return { first, again: await previewTime(page) };
  } finally {
    await context.close();
  }
}

/**
 * Opens both pages with an article of `size` bytes, in turns, each time in a browser that knows nothing.
 *
 * Returns milliseconds `{ ours, peer }`, each `{ first, again }`: the first visit, and a reload.
 */
export async function measureNavigation(browser, origin, size, connection, samples) {
  const taken = { ours: [], peer: [] };
  for (let round = 0; round < samples; round += 1) {
    for (const side of Object.keys(pages)) {
      taken[side].push(await visit(browser, `${origin}/${pages[side]}?article=${size}`, connection));
    }
  }
  return Object.fromEntries(
    Object.entries(taken).map(([side, visits]) => [
      side,
      { first: summary(visits.map((one) => one.first)), again: summary(visits.map((one) => one.again)) },
    ]),
  );
}
