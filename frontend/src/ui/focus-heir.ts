/** What stands in a list: a removed one hands the focus on. */
const ITEM = 'li, tr, [role=row], [role=listitem], [role=treeitem], [role=tab]';
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';
/** Popups stand beside the page, and give the focus back by themselves. */
const POPUP = '[data-base-ui-portal], [data-sonner-toaster]';

/** Where something was taken out of the page. */
interface Gap {
  parent: Node;
  next: Node | null;
  previous: Node | null;
}

/** What had the focus last, outside of popups, and where. */
let last: HTMLElement | null = null;
let pathname = '';
/** From the removed item outwards: what stood around it may be gone as well. */
let gaps: Gap[] = [];
/** What came into the page with the removal, such as what an empty list says. */
let added: Node[] = [];
let observer: MutationObserver | undefined;

/**
 * Hands the focus on when an item of a list is removed that had it, by itself or by a dialog or a menu: to the next item,
 * else to the one before, else to what stands in place of the list, after it or before it. The browser would begin at the top of the
 * page.
 */
export function startHandingFocusOn(): void {
  observer = new MutationObserver((records) => {
    note(records);
    if (gaps.length > 0 && isNowhere()) takeHeir()?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest(POPUP) !== null) return;
    last = target;
    pathname = location.pathname;
    gaps = [];
  });
}

/**
 * What gets the focus when a popup closes: the heir of what opened it, if that was removed meanwhile, else what opened
 * it, unless the focus went elsewhere already.
 */
export function focusAfter(popup: Element | null): HTMLElement | boolean {
  note(observer?.takeRecords() ?? []);
  const heir = gaps.length > 0 ? takeHeir() : null;
  const active = document.activeElement;
  return heir ?? (isNowhere() || popup === null || popup.contains(active));
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function note(records: readonly MutationRecord[]): void {
  if (last === null || last.isConnected) return;
  // Another screen has a beginning of its own, and what was in no list has no neighbors.
  if (location.pathname !== pathname || last.closest(ITEM) === null) {
    last = null;
    gaps = [];
    return;
  }
  for (const { target, removedNodes, addedNodes, nextSibling, previousSibling } of records) {
    const lost = gaps.at(-1)?.parent ?? last;
    if ([...removedNodes].some((node) => node.contains(lost))) {
      gaps.push({ parent: target, next: nextSibling, previous: previousSibling });
      added = [];
    }
    added.push(...addedNodes);
  }
}

function takeHeir(): HTMLElement | null {
  const around = gaps.flatMap(({ next, previous }) => [
    ...walk(next, 'nextSibling'),
    ...walk(previous, 'previousSibling'),
  ]);
  const items = around.filter((node) => node instanceof Element && node.matches(ITEM));
  const outermost = gaps.at(-1)?.parent;
  const inPlace = added.filter((node) => outermost?.contains(node) === true);
  const before = [...document.querySelectorAll(`main :is(${FOCUSABLE})`)].findLast(
    (node) => outermost !== undefined && isBefore(node, outermost) && isShown(node),
  );
  for (const node of [...items, ...inPlace, ...around, outermost ?? null, before ?? null]) {
    const heir = focusableOf(node);
    if (heir === null) continue;
    last = null;
    gaps = [];
    return heir;
  }
  return null;
}

function isBefore(node: Node, other: Node): boolean {
  return (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** The nodes from `from` on, of which the first may be gone itself. */
function* walk(from: Node | null, step: 'nextSibling' | 'previousSibling'): Generator<Node> {
  for (let node = from; node !== null; node = node[step]) yield node;
}

/** What of a node can take the focus: an item as a whole, so that it is read and no keyboard comes up on a phone. */
function focusableOf(node: Node | null): HTMLElement | null {
  if (!(node instanceof HTMLElement) || !node.isConnected || !isShown(node)) return null;
  if (node.matches(FOCUSABLE)) return node;
  // A tree has the focus itself and names its current item.
  const tree = node.closest<HTMLElement>('[role=tree][tabindex="0"]');
  if (tree !== null) return tree;
  if (!node.matches(ITEM)) {
    return [...node.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isShown) ?? null;
  }
  node.tabIndex = -1;
  return node;
}

function isShown(element: Element): boolean {
  const isDrawn = element.getClientRects().length > 0;
  return isDrawn && getComputedStyle(element).visibility === 'visible';
}
