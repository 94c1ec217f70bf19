/**
 * Makes `shown`, which is in the page, what `next` is. What is the same in both stays: the browser lays out the rest
 * only, pictures do not load again, and what the reader has scrolled or unfolded stays so.
 *
 * `next` is an element of the same kind that is in no page. Its nodes are used up.
 */
export function morph(shown: Element, next: Element): void {
  for (const { name } of [...shown.attributes]) {
    if (!next.hasAttribute(name) && !isUnfolded(shown, name)) shown.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  morphChildren(shown, next);
}

/** Whether the attribute says that the reader has opened an element, which the text then need not. */
function isUnfolded(shown: Element, name: string): boolean {
  return name === 'open' && shown.nodeName === 'DETAILS';
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
  if (changed.length === inserted.length) {
    for (const [i, node] of changed.entries()) become(node, inserted[i] as ChildNode);
    return;
  }
  const behind = old[old.length - tail] ?? null;
  for (const node of changed) node.remove();
  for (const node of inserted) shown.insertBefore(node, behind);
}

function become(shown: ChildNode, next: ChildNode): void {
  if (shown.isEqualNode(next)) return;
  const pair = asElements(shown, next);
  if (pair === null) shown.replaceWith(next);
  else morph(...pair);
}

/**
 * Both nodes, if they are elements of the same kind, so that one can become the other.
 *
 * An image never does: who fetches its file from the browser's storage will give it to the new node.
 */
export function asElements(
  shown: ChildNode | undefined,
  next: ChildNode | undefined,
): [Element, Element] | null {
  const name = shown?.nodeType === 1 ? shown.nodeName : 'IMG';
  return name !== 'IMG' && name === next?.nodeName
    ? [shown as ChildNode & Element, next as ChildNode & Element]
    : null;
}
