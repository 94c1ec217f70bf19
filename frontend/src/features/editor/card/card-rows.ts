import { mergedRows, type Row } from './page-breaks';

/** Blocks up to this share of a page are not split. */
const WHOLE = 0.3;

/** The rows of a rendered article. Pages are filled with rows. */
export function rowsOf(root: Element, pageHeight: number): Row[] {
  const rows: Row[] = [];
  collect(root, pageHeight, rows);
  return mergedRows(rows);
}

function collect(root: Element, pageHeight: number, rows: Row[]): void {
  for (const child of root.children) {
    const { top, bottom, height } = child.getBoundingClientRect();
    if (height === 0) continue;
    const own: Row[] = [];
    const isText = [...child.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    if (height > pageHeight * WHOLE && !isReplaced(child) && !isPicture(child, pageHeight)) {
      if (isText) lines(child, own);
      else collect(child, pageHeight, own);
    }
    const merged = mergedRows(own);
    const first = merged[0];
    const last = merged.at(-1);
    if (first === undefined || last === undefined) {
      const isHeading = /^h[1-6]$/i.test(child.tagName);
      rows.push({ top, bottom, isEnd: true, isHeading });
      continue;
    }
    // Padding and margins of a box belong to its first and last row: they may be colored.
    first.top = Math.min(first.top, top);
    last.bottom = Math.max(last.bottom, bottom);
    last.isEnd = true;
    rows.push(...merged);
  }
}

function isReplaced(element: Element): boolean {
  return /^(img|svg|hr)$/i.test(element.tagName);
}

/** A picture with its caption, if both fit on a page. */
function isPicture(element: Element, pageHeight: number): boolean {
  return (
    element.matches('figure, :has(> img)') && element.getBoundingClientRect().height <= pageHeight
  );
}

/** Lines of text, with the pictures in them. */
function lines(element: Element, rows: Row[]): void {
  const { ownerDocument: page } = element;
  const walker = page.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const range = page.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // Compared by type and not by class: the frame has other class objects.
    if (node.nodeType === Node.ELEMENT_NODE && !isReplaced(node as Element)) continue;
    range.selectNode(node);
    for (const { top, bottom, height } of range.getClientRects()) {
      if (height > 0) rows.push({ top, bottom, isEnd: false, isHeading: false });
    }
  }
}
