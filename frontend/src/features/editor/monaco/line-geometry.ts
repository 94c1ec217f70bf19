import type { LineGeometry } from '../preview/scroll-map';

/** Lines of the text as Monaco has laid them out; `end` is the lower edge of the last one. */
export function lineGeometry(
  lineCount: number,
  topOf: (line: number) => number,
  end: number,
): LineGeometry {
  const edge = (line: number) => (line > lineCount ? end : topOf(line));
  return {
    yOf(line) {
      const whole = Math.min(Math.max(1, Math.floor(line)), lineCount);
      const top = edge(whole);
      return top + Math.min(1, Math.max(0, line - whole)) * (edge(whole + 1) - top);
    },
    lineAt(y) {
      let low = 1;
      let high = lineCount;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (topOf(middle) <= y) low = middle;
        else high = middle - 1;
      }
      const top = edge(low);
      const height = edge(low + 1) - top;
      const share = height <= 0 ? 0 : (y - top) / height;
      return low + Math.min(1, Math.max(0, share));
    },
  };
}
