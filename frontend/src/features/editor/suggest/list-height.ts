/** The list is not higher, and not lower than these, in pixels. */
export const MAX_HEIGHT_PX = 296;
const MIN_HEIGHT_PX = 96;
const PADDING_PX = 4;

/** The height of a list that may be too long for its room, in pixels: it ends in the middle of an entry, which shows that it goes on. */
export function listHeight(roomPx: number, rowPx: number): number {
  const height = Math.min(MAX_HEIGHT_PX, Math.max(MIN_HEIGHT_PX, roomPx));
  const nRows = Math.floor((height - PADDING_PX) / rowPx - 0.5);
  return PADDING_PX + (nRows + 0.5) * rowPx;
}
