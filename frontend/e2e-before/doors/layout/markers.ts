import { PNG } from 'pngjs';
import { inkEdges, type Pixels } from '../../support/pixels';
import type { Place } from '../drive/place';
import type { Tab } from '../drive/tab';
import { type Item, type Part, scrollToItems } from './measured';

/** Where a marker is looked for, in pixels: left of its item, and as far down as the first line of any block. */
const ROOM_PX = { width: 28, height: 48 };
/** By how much one picture is below the one before. */
const STEP_PX = 800;

/** Where the markers of an article's lists are drawn, from the upper left corner of their items. No script knows that. */
export async function markersOf(tab: Tab, root: Place): Promise<Part[]> {
  const markers: Part[] = [];
  for (let top = 0; ; top += STEP_PX) {
    const items = await root.evaluate(scrollToItems, top);
    const shown = items.filter((item) => item.top >= 0 && item.top < STEP_PX);
    const picture = PNG.sync.read(await tab.driven.screenshot());
    markers.push(...shown.map((item) => markerOf(item, picture)));
    if (items.every((item) => item.top < STEP_PX)) return markers;
  }
}

function markerOf({ name, left: itemLeft, top: itemTop }: Item, picture: PNG): Part {
  const [x, y] = [Math.round(itemLeft) - ROOM_PX.width, Math.round(itemTop)];
  const { width, height } = { ...ROOM_PX, width: ROOM_PX.width - 1 };
  const room = new PNG({ width, height });
  PNG.bitblt(picture, room, x, y, width, height, 0, 0);
  const pixels: Pixels = { width, height, data: room.data };
  const [left = 0, top = 0, right = 0, bottom = 0] = inkEdges(pixels, 0, height);
  return { name, left, top, right, bottom };
}
