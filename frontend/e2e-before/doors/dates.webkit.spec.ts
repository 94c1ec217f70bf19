import { PNG } from 'pngjs';
import { siteOf } from '../support/site';
import { expect, test } from './base';
import { openConsole } from './console-screen';
import type { Tab } from './drive/tab';

/** How many pixels of the first date field have another color than its middle row's first. */
async function drawn(tab: Tab): Promise<number> {
  const box = await tab.find('input[type=date]').evaluate((field) => {
    const { x, y, width, height } = field.getBoundingClientRect();
    return { x: x + 6, y: y + 6, width: width * 0.6, height: height - 12 };
  });
  const { width, data } = PNG.sync.read(await tab.driven.screenshot());
  const at = (dx: number, dy: number) => {
    const start = 4 * ((Math.round(box.y) + dy) * width + Math.round(box.x) + dx);
    return data.subarray(start, start + 3).join();
  };
  let n = 0;
  for (let dx = 0; dx < box.width; dx += 1) {
    for (let dy = 0; dy < box.height; dy += 1) n += at(dx, dy) === at(0, 0) ? 0 : 1;
  }
  return n;
}

test('an_empty_date_field_shows_no_date', async ({ tab, request }) => {
  const site = await siteOf(request);
  await openConsole(tab, site.author, `${site.path}/orders`);
  await tab.find('input[type=date]').shows();
  await tab.until(async () => expect(await drawn(tab)).toBe(0));
  // Its driver does not write into the parts of a date.
  await tab.find('input[type=date]').evaluate((field) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      field,
      '2026-11-01',
    );
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await tab.find('input[type=date]').hasValue('2026-11-01');
  await tab.until(async () => expect(await drawn(tab)).toBeGreaterThan(20));
});
