import type { Page } from '@playwright/test';

/** So many frames without a change: whatever follows an event has followed. */
const FRAMES = 30;

/** Waits until `read` answers the same again and again, and returns that answer. */
export async function settled<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let last = await read();
  for (let same = 0; same < FRAMES; same += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const now = await read();
    if (now !== last) same = -1;
    last = now;
  }
  return last;
}
