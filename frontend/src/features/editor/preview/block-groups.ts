/** Element around some neighboring blocks of a long article. It has no style but what its own rule gives it. */
export const GROUP_TAG = 'article-blocks';

/** What holds blocks, as a selector that weighs as much as `.article` alone. */
export const BLOCKS_PARENT = `:is(.article,${GROUP_TAG})`;

/** Groups are layers: what changes in one does not make the browser visit the others before it paints. */
export const GROUP_CSS = `${GROUP_TAG}{display:block;isolation:isolate}`;

/** An article with more blocks stands in groups; with less than half of them it stands without again. */
export const LONG_ARTICLE = 800;

/** Blocks in a new group. One that has grown to twice as many is split. */
const GROUP_SIZE = 64;

/**
 * The nodes of the blocks under the article's root, and in a long article in groups of neighbors.
 *
 * After a keystroke a browser visits all children of the element that holds the changed one, for layout and again
 * before it paints. With groups it visits those of one group, and the groups.
 * A group is plain: margins collapse through it. A style that would show it all the same turns grouping off, see
 * {@link wouldShowGroups}.
 */
export class BlockGroups {
  readonly root: HTMLElement;
  #isGrouped = false;
  #isAllowed = true;
  readonly #touched = new Set<Element>();

  constructor(root: HTMLElement) {
    this.root = root;
  }

  /** Inserts `nodes` before `next`, a node of another block, or at the end. */
  insert(nodes: DocumentFragment, next: ChildNode | null): void {
    const parent = next?.parentElement ?? this.#last();
    parent.insertBefore(nodes, next);
    this.#touch(parent);
  }

  remove(node: ChildNode): void {
    const parent = node.parentElement;
    node.remove();
    if (parent !== null) this.#touch(parent);
  }

  /** The node of a block that holds `node`, or null outside of the article. */
  blockNode(node: Node): Node | null {
    let child: Node | null = node;
    while (child !== null && !this.#holdsBlocks(child.parentNode)) child = child.parentNode;
    return child;
  }

  /** Whether a long article may stand in groups. Answers whether that changed. */
  allow(isAllowed: boolean): boolean {
    const isChanged = this.#isAllowed !== isAllowed;
    this.#isAllowed = isAllowed;
    return isChanged;
  }

  /** Groups anew what the changes since the last call made too large or empty. `count`: blocks of the article. */
  settle(count: number): void {
    const limit = this.#isGrouped ? LONG_ARTICLE / 2 : LONG_ARTICLE;
    const isGrouped = this.#isAllowed && count > limit;
    if (isGrouped !== this.#isGrouped) {
      this.#isGrouped = isGrouped;
      if (isGrouped) split(this.root, this.root);
      else for (const group of [...this.root.children]) group.replaceWith(...group.childNodes);
    } else if (isGrouped) {
      for (const group of this.#touched) this.#balance(group);
    }
    this.#touched.clear();
  }

  #balance(group: Element): void {
    const count = group.childNodes.length;
    if (group === this.root) split(group, group);
    else if (count === 0) group.remove();
    else if (count > 2 * GROUP_SIZE) {
      const parts = group.ownerDocument.createDocumentFragment();
      split(group, parts);
      group.replaceWith(parts);
    }
  }

  #touch(parent: Element): void {
    if (this.#isGrouped) this.#touched.add(parent);
  }

  #last(): Element {
    return (this.#isGrouped ? this.root.lastElementChild : null) ?? this.root;
  }

  #holdsBlocks(node: Node | null): boolean {
    return node === this.root || (this.#isGrouped && node?.parentNode === this.root);
  }
}

/** Moves the blocks of `from` into new groups at the end of `to`. */
function split(from: Element, to: ParentNode): void {
  const nodes = [...from.childNodes];
  for (let i = 0; i < nodes.length; i += GROUP_SIZE) {
    const group = from.ownerDocument.createElement(GROUP_TAG);
    group.append(...nodes.slice(i, i + GROUP_SIZE));
    to.append(group);
  }
}

/**
 * Whether `css` could show that an article stands in groups: by a selector that goes by where an element stands or that
 * takes every element, or by a layout or a layer of the whole article.
 */
export function wouldShowGroups(css: string): boolean {
  const bare = css.replaceAll(COMMENT_OR_STRING, (found) => (found.startsWith('/') ? '' : '""'));
  const pieces = bare.match(/[^{};]+[{};]?/g) ?? [];
  return pieces.some((piece) => (piece.endsWith('{') ? BY_PLACE : OF_THE_WHOLE).test(piece));
}

const COMMENT_OR_STRING =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/g;

const BY_PLACE =
  /[>+~*]|:(?!:|(?:before|after|first-line|first-letter|hover|active|focus|link|visited|root)\b)/;

const OF_THE_WHOLE = /\bdisplay\s*:[^;]*\b(?:flex|grid)\b|\bz-index\s*:\s*-|blend-mode\s*:/i;
