// What a page holds once the article is on the screen: scripts and document as the browser counts them,
// and the memory of our module, which the browser leaves out.
import { summary } from '../statistics.mjs';

/** Returns bytes `{ ours, peer }` of fresh pages showing the article of `size` bytes. */
export async function measureMemory(browser, origin, size, samples) {
  const taken = { ours: [], peer: [] };
  for (let round = 0; round < samples; round += 1) {
    for (const side of Object.keys(taken)) {
      const context = await browser.newContext({ locale: 'zh-CN' });
      const page = await context.newPage();
      await page.goto(`${origin}/${side}.html?article=${size}`);
      await page.evaluate(() => ready);
      const moduleBytes = await page.evaluate(() => moduleBytes());
      taken[side].push((await heapBytes(page)) + moduleBytes);
      await context.close();
    }
  }
  return { ours: summary(taken.ours), peer: summary(taken.peer) };
}

/** What scripts and document hold after a garbage collection, by DevTools: every Chromium has it. */
async function heapBytes(page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await devTools.send('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize;
}
