import { GROUP_TAG } from './block-groups';
import { BEGINS_ATTRIBUTE } from './block-items';
import { ADDRESS_ATTRIBUTE, SOURCE_ATTRIBUTE } from './slots';

const SLOTS = '.math-inline, .math-block, .diagram';

/**
 * The selection inside `root` as the engine would render it: code without colors, formulas and diagrams as
 * source, ready to be filled and exported like a whole article. Null when nothing of the article is selected.
 *
 * A formula or a diagram that is partly selected is taken as a whole.
 */
export function selectionHtml(root: HTMLElement, selection: Selection | null): string | null {
  if (selection === null || selection.isCollapsed) return null;
  const pieces: string[] = [];
  for (let i = 0; i < selection.rangeCount; i += 1) {
    const range = selection.getRangeAt(i).cloneRange();
    if (!root.contains(range.commonAncestorContainer)) {
      if (!range.intersectsNode(root)) continue;
      keepInside(range, root);
    }
    if (range.collapsed) continue;
    widen(range, root);
    pieces.push(withAncestors(range, root));
  }
  const html = pieces.join('');
  return html === '' ? null : `<section class="article">${html}</section>`;
}

function keepInside(range: Range, root: HTMLElement): void {
  if (!root.contains(range.startContainer)) range.setStart(root, 0);
  if (!root.contains(range.endContainer)) range.setEnd(root, root.childNodes.length);
}

function widen(range: Range, root: HTMLElement): void {
  for (const slot of root.querySelectorAll(SLOTS)) {
    if (!range.intersectsNode(slot)) continue;
    if (slot.contains(range.startContainer)) range.setStartBefore(slot);
    if (slot.contains(range.endContainer)) range.setEndAfter(slot);
  }
}

/** The selected nodes inside copies of the elements around them, up to the root. */
function withAncestors(range: Range, root: HTMLElement): string {
  const document = root.ownerDocument;
  let part: Node = range.cloneContents();
  const common = range.commonAncestorContainer;
  let parent = common.nodeType === 1 ? (common as Element) : common.parentElement;
  while (parent !== null && parent !== root) {
    const copy = parent.cloneNode(false);
    copy.appendChild(part);
    part = copy;
    parent = parent.parentElement;
  }
  const holder = document.createElement('div');
  holder.append(part);
  for (const group of holder.querySelectorAll(GROUP_TAG)) group.replaceWith(...group.childNodes);
  for (const item of holder.querySelectorAll(`[${BEGINS_ATTRIBUTE}]`)) {
    item.removeAttribute(BEGINS_ATTRIBUTE);
  }
  number(holder, range);
  unfill(holder);
  return holder.innerHTML;
}

/** A list that begins in the middle starts with the number of its first item. */
function number(holder: HTMLElement, range: Range): void {
  const start = range.startContainer;
  const item = (start.nodeType === 1 ? (start as Element) : start.parentElement)?.closest(
    'ol > li',
  );
  const list = item?.parentElement;
  const copy = holder.querySelector('ol');
  if (item === null || item === undefined || list === null || list === undefined || copy === null)
    return;
  const place = [...list.children].indexOf(item);
  copy.setAttribute('start', String(Number(list.getAttribute('start') ?? 1) + place));
}

/** Puts the sources of slots back. */
function unfill(holder: HTMLElement): void {
  for (const slot of holder.querySelectorAll(SLOTS)) {
    slot.classList.remove('slot-error', 'slot-waiting');
    slot.removeAttribute('title');
    if (!slot.classList.contains('diagram')) {
      slot.textContent = slot.getAttribute('data-tex');
      continue;
    }
    const source = slot.getAttribute(SOURCE_ATTRIBUTE);
    slot.removeAttribute(SOURCE_ATTRIBUTE);
    if (source === null) continue;
    const pre = document.createElement('pre');
    const code = document.createElement('code');
    code.textContent = source;
    pre.append(code);
    slot.replaceChildren(pre);
  }
  for (const image of holder.querySelectorAll(`img[${ADDRESS_ATTRIBUTE}]`)) {
    image.setAttribute('src', image.getAttribute(ADDRESS_ATTRIBUTE) ?? '');
    image.removeAttribute(ADDRESS_ATTRIBUTE);
    image.removeAttribute('title');
  }
  for (const code of holder.querySelectorAll('.code-body > code')) {
    code.replaceChildren(code.textContent ?? '');
  }
}
