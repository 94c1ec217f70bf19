/** What is never split: a line of text, a picture, a small block. Offsets from the top, in pixels. */
export interface Row {
  top: number;
  bottom: number;
  /** A block ends with it. */
  isEnd: boolean;
  /** It belongs to the next row: no page ends here. */
  isHeading: boolean;
}

/** A page, as the part of the article that it shows. */
interface PageRange {
  start: number;
  end: number;
}

/** A page may end early with a block if it is at least this full; else a paragraph is split. */
const FULL = 0.8;

/** Fills pages with rows, from the top. A row that is higher than a page is split. */
export function pageRanges(rows: readonly Row[], pageHeight: number): PageRange[] {
  const pages: PageRange[] = [];
  let at = 0;
  let start = rows[0]?.top ?? 0;
  for (let row = rows[at]; row !== undefined; row = rows[at]) {
    if (row.bottom - start > pageHeight) {
      pages.push({ start, end: start + pageHeight });
      start += pageHeight;
      continue;
    }
    const last = lastOf(rows, at, start, pageHeight);
    pages.push({ start, end: rows[last]?.bottom ?? row.bottom });
    at = last + 1;
    start = rows[at]?.top ?? start;
  }
  return pages;
}

/** The best last row of a page. */
function lastOf(rows: readonly Row[], first: number, start: number, pageHeight: number): number {
  const fits = rows.findLastIndex(({ bottom }) => bottom - start <= pageHeight);
  if (fits === rows.length - 1) return fits;
  for (let i = fits; i >= first; i -= 1) {
    const row = rows[i];
    if (row === undefined || row.bottom - start < pageHeight * FULL) break;
    if (row.isEnd && !row.isHeading) return i;
  }
  let last = fits;
  while (last > first && rows[last]?.isHeading) last -= 1;
  return last;
}

/** Rows in order; rows that overlap vertically are merged. */
export function mergedRows(rows: readonly Row[]): Row[] {
  const merged: Row[] = [];
  for (const row of rows.toSorted((a, b) => a.top - b.top || a.bottom - b.bottom)) {
    const before = merged.at(-1);
    if (before === undefined || row.top >= before.bottom - 1) merged.push({ ...row });
    else {
      before.isEnd = row.bottom >= before.bottom ? row.isEnd : before.isEnd;
      before.bottom = Math.max(before.bottom, row.bottom);
    }
  }
  return merged;
}
