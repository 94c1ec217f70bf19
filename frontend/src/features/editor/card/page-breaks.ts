/**
 * Where the pages of a card image begin, as offsets from the top, in pixels.
 *
 * A page ends at the last of `edges` (lower edges of what belongs together, in any order) that fits; when none does, it
 * is cut where it is full.
 */
export function pageBreaks(edges: readonly number[], total: number, pageHeight: number): number[] {
  const sorted = [...new Set(edges)].sort((a, b) => a - b);
  const starts = [0];
  let start = 0;
  while (total - start > pageHeight) {
    const limit = start + pageHeight;
    // An end in the first third would leave a page nearly empty.
    const end = sorted.findLast((edge) => edge <= limit && edge > start + pageHeight / 3);
    start = end ?? limit;
    starts.push(start);
  }
  return starts;
}
