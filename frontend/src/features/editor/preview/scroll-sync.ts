import { followScroll, type LineGeometry, type ScrollPort } from './scroll-map';

/** One pane as the scroll sync sees it. */
export interface ScrollSide {
  port(): ScrollPort;
  lines(): LineGeometry;
  scrollTo(y: number): void;
  /** The pane scrolled, for whatever reason. Returns how to stop listening. */
  onScroll(listen: () => void): () => void;
  /** The author touched the pane: wheel, finger, pointer or key. */
  onIntent(listen: () => void): () => void;
}

/**
 * Keeps two panes at the same place of the text.
 *
 * Only the pane that the author touched last leads. The scroll events that following causes therefore lead nowhere, and
 * there is no loop to break.
 */
export class ScrollSync {
  readonly #sides: { source: ScrollSide; preview: ScrollSide };
  readonly #stops: (() => void)[];
  #leader: 'source' | 'preview' = 'source';
  #frame = 0;
  isOn = true;

  constructor(source: ScrollSide, preview: ScrollSide) {
    this.#sides = { source, preview };
    this.#stops = (['source', 'preview'] as const).flatMap((name) => [
      this.#sides[name].onIntent(() => this.lead(name)),
      this.#sides[name].onScroll(() => this.#scrolled(name)),
    ]);
  }

  /** From now on the other pane follows this one. */
  lead(name: 'source' | 'preview'): void {
    this.#leader = name;
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
  }

  #scrolled(name: 'source' | 'preview'): void {
    if (!this.isOn || name !== this.#leader) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const from = this.#sides[name];
      const to = name === 'source' ? this.#sides.preview : this.#sides.source;
      to.scrollTo(followScroll(from.port(), from.lines(), to.port(), to.lines()));
    });
  }
}
