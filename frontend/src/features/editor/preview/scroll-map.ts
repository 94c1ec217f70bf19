/**
 * Maps positions between two panes that show the same text, by source lines.
 *
 * Positions are in pixels from the top of a pane's content, independent of scrolling.
 */

/** One pane's own geometry. Lines are 1-based and may be fractions: 3.5 is the middle of line 3. */
export interface LineGeometry {
  lineAt(y: number): number;
  yOf(line: number): number;
}

export interface ScrollPort {
  scrollTop: number;
  viewHeight: number;
  contentHeight: number;
}

/**
 * The scroll position at which pane B shows what pane A shows.
 *
 * The matched point moves from the top edge of the view at the start of the text to its bottom edge at the end, so both
 * panes reach their ends together and every line can be reached.
 */
export function followScroll(
  from: ScrollPort,
  fromLines: LineGeometry,
  to: Pick<ScrollPort, 'viewHeight' | 'contentHeight'>,
  toLines: LineGeometry,
): number {
  const range = from.contentHeight - from.viewHeight;
  const target = to.contentHeight - to.viewHeight;
  if (range <= 0 || target <= 0) return 0;
  const share = clamp(from.scrollTop / range, 0, 1);
  if (share <= 0) return 0;
  if (share >= 1) return target;
  const line = fromLines.lineAt(from.scrollTop + share * from.viewHeight);
  // Solves y = scrollTop + (scrollTop / target) * viewHeight for scrollTop.
  return clamp((toLines.yOf(line) * target) / to.contentHeight, 0, target);
}

/**
 * Geometry of rendered blocks.
 *
 * - `startLines`: first source line of every block, 1-based, rising.
 * - `endLine`: the line after the last one.
 * - `top`: y of a block's upper edge; asked for a few blocks only. `bottom`: y of the end of the content.
 */
export function blockGeometry(
  startLines: ArrayLike<number>,
  endLine: number,
  top: (index: number) => number,
  bottom: () => number,
): LineGeometry {
  const count = startLines.length;
  const lineOf = (index: number) => (index < count ? (startLines[index] ?? endLine) : endLine);
  const topOf = (index: number) => (index < count ? top(index) : bottom());
  return {
    yOf(line) {
      if (count === 0) return 0;
      const i = lastAtMost(count, lineOf, line);
      if (i < 0) return interpolate(line, 1, lineOf(0), 0, topOf(0));
      return interpolate(line, lineOf(i), lineOf(i + 1), topOf(i), topOf(i + 1));
    },
    lineAt(y) {
      if (count === 0) return 1;
      const i = lastAtMost(count, topOf, y);
      if (i < 0) return interpolate(y, 0, topOf(0), 1, lineOf(0));
      return interpolate(y, topOf(i), topOf(i + 1), lineOf(i), lineOf(i + 1));
    },
  };
}

/** Last index whose value is at most `limit`, or -1. Values must not fall. */
function lastAtMost(count: number, value: (index: number) => number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function interpolate(x: number, x0: number, x1: number, y0: number, y1: number): number {
  if (x1 <= x0) return y0;
  return y0 + clamp((x - x0) / (x1 - x0), 0, 1) * (y1 - y0);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
