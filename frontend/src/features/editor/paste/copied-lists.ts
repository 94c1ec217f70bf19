/**
 * Lists of an article that was copied for WeChat.
 *
 * There a list is a section, and its items begin with a marker or a box that is text (docs/copy-chain.md).
 */

/** What an item begins with. */
type Start =
  | { kind: 'marker'; element: Element; text: string }
  | { kind: 'box'; text: Text; isDone: boolean };

const BOX = /^\s*([✅⬜])\u00a0/;
/** A number or a letter, as ordered lists have it. */
const ORDERED = /^[(（]?(\d+|[a-zα-ω]{1,5}|[一二三四五六七八九十百]+)[.)）、]$/i;

/** An item begins so many boxes deep at most: a section, a paragraph or heading, a line for the marker. */
const MAX_DEPTH = 3;

/** Makes sections of items `ul` and `ol` again, from the outermost inwards. */
export function copiedLists(body: HTMLElement): void {
  for (const section of body.querySelectorAll('section, div')) {
    if (section.isConnected && isList(section)) toList(section);
  }
}

function isList(section: Element, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const items = [...section.children];
  const isOnlyItems = items.length > 0 && items.every((item) => startOf(item) !== null);
  const [only] = items;
  const isAround =
    items.length === 1 && only !== undefined && isSection(only) && isList(only, depth + 1);
  return isOnlyItems && !isAround;
}

function toList(section: Element): void {
  const { ownerDocument: page } = section;
  const markers = [...section.children].map((child) => startOf(child));
  const first = markers.find((start) => start?.kind === 'marker');
  const number = first?.kind === 'marker' ? ORDERED.exec(first.text)?.[1] : undefined;
  const list = page.createElement(number === undefined ? 'ul' : 'ol');
  if (number !== undefined && /^\d+$/.test(number)) list.setAttribute('start', number);
  for (const [at, child] of [...section.children].entries()) {
    const start = markers[at] ?? null;
    const item = page.createElement('li');
    const inner = start === null ? null : withoutStart(start);
    item.append(...(isSection(child) ? child.childNodes : [child]));
    // The first line of an item is no paragraph of its own.
    const line = item.firstElementChild;
    if (line?.localName === 'p') line.replaceWith(...line.childNodes);
    if (inner !== null) item.prepend(inner);
    list.append(item);
  }
  section.replaceWith(list);
}

/** Takes the marker or the box away. Gives what an item has for it in HTML. */
function withoutStart(start: Start): Element | null {
  if (start.kind === 'marker') {
    const { element } = start;
    const around = element.parentElement;
    element.remove();
    // A marker before a picture stands in a line of no height.
    if (around?.localName === 'section' && around.childNodes.length === 0) around.remove();
    return null;
  }
  start.text.data = start.text.data.replace(BOX, '');
  const box = start.text.ownerDocument.createElement('input');
  box.setAttribute('type', 'checkbox');
  if (start.isDone) box.setAttribute('checked', '');
  return box;
}

/** What an element begins with, if that makes it an item. A list in it is another one's. */
function startOf(element: Element, depth = 0): Start | null {
  const first = firstNode(element);
  if (first === null || depth > MAX_DEPTH) return null;
  if (!(first instanceof Element)) {
    const box = BOX.exec(first.data)?.[1];
    return box === undefined ? null : { kind: 'box', text: first, isDone: box === '✅' };
  }
  if (isMarker(first)) {
    return { kind: 'marker', element: first, text: (first.textContent ?? '').trim() };
  }
  const isBlock = /^(section|div|p|h[1-6])$/.test(first.localName);
  const mayBegin = isSection(element) && isBlock && !isIndented(first);
  return mayBegin ? startOf(first, depth + 1) : null;
}

function firstNode(element: Element): Element | Text | null {
  for (const node of element.childNodes) {
    if (node instanceof Element) return node;
    if (node instanceof Text && node.data.trim() !== '') return node;
    if (node instanceof Text && BOX.test(node.data)) return node;
  }
  return null;
}

function isSection(element: Element): boolean {
  return /^(section|div)$/.test(element.localName);
}

/** A list has room for its markers at the left. */
function isIndented(element: Element): boolean {
  return isSection(element) && /(^|;)\s*padding-left\s*:\s*[1-9]/.test(styleOf(element));
}

/** A marker hangs to the left of its item in a box of a set width. */
function isMarker(element: Element): boolean {
  const style = styleOf(element);
  return (
    element.localName === 'span' &&
    /(^|;)\s*margin-left\s*:\s*-/.test(style) &&
    /(^|;)\s*width\s*:\s*[\d.]+(px|em)/.test(style) &&
    (element.textContent ?? '').trim() !== ''
  );
}

function styleOf(element: Element): string {
  return element.getAttribute('style') ?? '';
}
