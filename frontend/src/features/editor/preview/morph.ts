/**
 * Makes `shown`, which is in the page, what `next` is. What is the same in both stays: the browser lays out the rest
 * only, pictures do not load again, and what the reader has scrolled stays where it is.
 *
 * `next` is an element of the same kind that is in no page. Its nodes are used up.
 */
export function morph(shown: Element, next: Element): void {
  for (const { name } of [...shown.attributes]) {
    if (!next.hasAttribute(name)) shown.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  morphChildren(shown, next);
}

/** Gives `shown` the children of `next`, as {@link morph} does. */
export function morphChildren(shown: Element, next: ParentNode): void {
  const old = [...shown.childNodes];
  const wanted = [...next.childNodes];
  const shorter = Math.min(old.length, wanted.length);
  const isSame = (i: number, j: number) => old[i]?.isEqualNode(wanted[j] ?? null) === true;
  let head = 0;
  while (head < shorter && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(old.length - 1 - tail, wanted.length - 1 - tail)) {
    tail += 1;
  }
  const changed = old.slice(head, old.length - tail);
  const inserted = wanted.slice(head, wanted.length - tail);
  const pair = alike(changed, inserted);
  if (pair !== null) {
    morph(...pair);
    return;
  }
  const behind = old[old.length - tail] ?? null;
  for (const node of changed) node.remove();
  for (const node of inserted) shown.insertBefore(node, behind);
}

/** The only nodes of two lists, if they are elements of the same kind, so that one can become the other. */
export function alike(
  old: readonly ChildNode[],
  wanted: readonly ChildNode[],
): [Element, Element] | null {
  const [one, other] = [old[0], wanted[0]];
  const isPair = old.length === 1 && wanted.length === 1;
  if (!isPair || one?.nodeType !== 1 || one.nodeName !== other?.nodeName) return null;
  return [one as ChildNode & Element, other as ChildNode & Element];
}
