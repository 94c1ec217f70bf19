/** Says with what an item begins in whose first line WebKit finds no place for a marker. */
export const BEGINS_ATTRIBUTE = 'data-begins';

const KINDS = [
  ['table', 'table, .table'],
  ['code', '.code-block'],
  ['heading', 'h2'],
  ['block', '.figure, .slider, .math-block, .diagram, details'],
] as const;

/** Boxes whose first line is that of their first child. */
const TRANSPARENT = 'li, ul, ol, p, blockquote, section, div';

/**
 * Markers of items that begin with a block. WebKit puts them on a line of their own above a table, a picture or the
 * code's bar, and cuts them off at what scrolls. There they float, without taking room, beside the block as in other
 * browsers and in the copy; a float stands where the margins of item and block have become one.
 * Only WebKit hangs punctuation.
 */
export const BLOCK_ITEM_CSS = `
@supports (hanging-punctuation:first){
li[data-begins]{list-style:none}
li[data-begins]::before{content:"• ";float:left;position:relative;width:4em;height:0;margin-left:-4em;text-align:right;text-indent:0;white-space:pre}
ul ul>li[data-begins]::before{content:"◦ "}
ol>li[data-begins]::before{content:counter(list-item) ". "}
li[data-begins=table]::before{top:5px}
li[data-begins=heading]::before{top:6px}
li[data-begins=code]::before{top:13px}
li[data-begins=code]:has(>.code-block:first-child>.code-bar)::before{top:35px}
}`;

/** Marks the items below `nodes` that begin with such a block. */
export function markBlockItems(nodes: ParentNode): void {
  for (const item of nodes.querySelectorAll('li:not(.task)')) {
    const kind = beginning(item);
    if (kind !== undefined) item.setAttribute(BEGINS_ATTRIBUTE, kind);
  }
}

function beginning(item: Element): string | undefined {
  let first = firstElement(item);
  while (first !== null) {
    const box = first;
    const [kind] = KINDS.find(([, selector]) => box.matches(selector)) ?? [];
    if (kind !== undefined) return kind;
    first = box.matches(TRANSPARENT) ? firstElement(box) : null;
  }
  return undefined;
}

/** The element that a box begins with; null where it begins with text. */
function firstElement(box: Element): Element | null {
  const first = [...box.childNodes].find(
    (node) => node.nodeType === 1 || (node.textContent ?? '').trim() !== '',
  );
  return first?.nodeType === 1 ? (first as Element) : null;
}
