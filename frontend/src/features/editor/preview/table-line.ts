/**
 * Index of the source line, within the block, of the row of a table that was clicked; null when the block is no table.
 *
 * Every row is one line, and the line below the header is no row.
 */
export function tableLine(block: Element, target: Element): number | null {
  const row = target.closest('tr');
  const table = row?.closest('table') ?? null;
  if (row === null || table === null || !block.contains(table)) return null;
  if (block !== table && block.textContent !== table.textContent) return null;
  if (block.matches('ul, ol, blockquote') || table.closest('li') !== null) return null;
  const index = [...table.rows].indexOf(row);
  return index === 0 ? 0 : 1 + index;
}
