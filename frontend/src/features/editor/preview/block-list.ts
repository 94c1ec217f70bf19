import type { Block, PatchOp } from '../../../engine/types';
import { spliceItems } from '../../../lib/collections/splice-items';
import { BlockGroups } from './block-groups';
import { asElements, morph } from './morph';

/** One block in the page. A block without nodes is represented by a comment node. */
export interface PlacedBlock {
  readonly block: Block;
  /** The HTML that is shown for it. */
  html: string;
  nodes: ChildNode[];
}

/** An inserted block, and the block that it replaced if the patch replaced one by one. */
export interface Placement {
  placed: PlacedBlock;
  replaced: PlacedBlock | undefined;
}

/**
 * The blocks of the article as nodes below `root`.
 *
 * Invariant: the children of `root`, or in a long article those of its groups, are the nodes of the blocks, in order; a
 * patch touches only the blocks it names. Of a block that becomes another of its kind it touches only what differs.
 */
export class BlockList {
  readonly root: HTMLElement;
  readonly #present: (block: Block) => string;
  readonly #prepare: (nodes: DocumentFragment) => void;
  readonly #groups: BlockGroups;
  #placed: PlacedBlock[] = [];

  /**
   * `present` gives the HTML to show for a block, for example with its raw HTML escaped.
   * `prepare` changes nodes before they are in the page, and so before the page asks for their images.
   */
  constructor(
    root: HTMLElement,
    present: (block: Block) => string,
    prepare: (nodes: DocumentFragment) => void = () => undefined,
  ) {
    this.root = root;
    this.#present = present;
    this.#prepare = prepare;
    this.#groups = new BlockGroups(root);
  }

  get length(): number {
    return this.#placed.length;
  }

  at(index: number): PlacedBlock | undefined {
    return this.#placed[index];
  }

  [Symbol.iterator](): Iterator<PlacedBlock> {
    return this.#placed[Symbol.iterator]();
  }

  /** Applies changes in order and returns the inserted blocks. `beforeShown` sees each before it is in the page. */
  apply(
    ops: readonly PatchOp[],
    beforeShown: (placement: Placement) => void = () => undefined,
  ): Placement[] {
    const placements: Placement[] = [];
    for (const op of ops) {
      const next = this.#placed[op.at + op.remove]?.nodes[0] ?? null;
      const inserted = this.#create(op.insert);
      const removed = this.#placed.slice(op.at, op.at + op.remove);
      const isOneForOne = removed.length === inserted.length;
      const made = inserted.map((placed, i) => ({
        placed,
        replaced: isOneForOne ? removed[i] : undefined,
      }));
      for (const placement of made) beforeShown(placement);
      if (!morphOne(made)) {
        const fragment = this.root.ownerDocument.createDocumentFragment();
        for (const placed of inserted) fragment.append(...placed.nodes);
        for (const placed of removed) for (const node of placed.nodes) this.#groups.remove(node);
        this.#groups.insert(fragment, next);
      }
      this.#placed = spliceItems(this.#placed, op.at, op.remove, inserted);
      placements.push(...made);
    }
    this.#groups.settle(this.length);
    return placements;
  }

  /** Shows the blocks again for which `wanted` is true and whose HTML has changed, and returns these. */
  refresh(wanted: (block: Block) => boolean): PlacedBlock[] {
    const refreshed: PlacedBlock[] = [];
    for (const placed of this.#placed) {
      if (!wanted(placed.block)) continue;
      const html = this.#present(placed.block);
      if (html === placed.html) continue;
      const nodes = this.#parse(html);
      placed.nodes[0]?.before(...nodes);
      for (const node of placed.nodes) node.remove();
      placed.nodes = nodes;
      placed.html = html;
      refreshed.push(placed);
    }
    return refreshed;
  }

  /** Whether a long article may stand in groups: not where a style would see them. */
  allowGroups(isAllowed: boolean): void {
    if (this.#groups.allow(isAllowed)) this.#groups.settle(this.length);
  }

  /** Index of the block that holds `node`, or -1. */
  indexOf(node: Node): number {
    const child = this.#groups.blockNode(node);
    return child === null
      ? -1
      : this.#placed.findIndex((placed) => placed.nodes.includes(child as ChildNode));
  }

  /** First element of a block, or null when it has none. */
  elementAt(index: number): Element | null {
    const nodes = this.#placed[index]?.nodes ?? [];
    return nodes.find((node): node is Element & ChildNode => node.nodeType === 1) ?? null;
  }

  // Blocks of the engine are well-formed, so neighbors are parsed together. The author's own HTML may not be.
  #create(blocks: readonly Block[]): PlacedBlock[] {
    const placed: PlacedBlock[] = [];
    let run: Block[] = [];
    const flush = () => {
      const nodes = this.#parse(run.map((block) => this.#present(block)).join(''));
      if (nodes.length === run.length && nodes.every((node) => node.nodeType === 1)) {
        for (const [i, block] of run.entries())
          placed.push({ block, html: block.html, nodes: nodes.slice(i, i + 1) });
      } else {
        for (const block of run) placed.push(this.#place(block));
      }
      run = [];
    };
    for (const block of blocks) {
      if (!block.hasRawHtml) {
        run.push(block);
        continue;
      }
      if (run.length > 0) flush();
      placed.push(this.#place(block));
    }
    if (run.length > 0) flush();
    return placed;
  }

  #place(block: Block): PlacedBlock {
    const html = this.#present(block);
    return { block, html, nodes: this.#parse(html) };
  }

  #parse(html: string): ChildNode[] {
    const document = this.root.ownerDocument;
    const template = document.createElement('template');
    template.innerHTML = html;
    this.#prepare(template.content);
    const nodes = [...template.content.childNodes];
    return nodes.length === 0 ? [document.createComment('')] : nodes;
  }
}

/** Turns the one block that was replaced into the new one. False where they are not of a kind. */
function morphOne([placement, more]: readonly Placement[]): boolean {
  if (placement?.replaced === undefined || more !== undefined) return false;
  const { placed, replaced } = placement;
  // Formulas and drawings are filled in once they are in the page: they begin anew.
  if (placed.block.hasMath || placed.block.hasDiagram) return false;
  if (replaced.nodes.length !== 1 || placed.nodes.length !== 1) return false;
  const pair = asElements(replaced.nodes[0], placed.nodes[0]);
  if (pair === null) return false;
  morph(...pair);
  placed.nodes = replaced.nodes;
  return true;
}
