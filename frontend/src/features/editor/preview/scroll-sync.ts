import { followScroll, type LineGeometry, type ScrollPort } from './scroll-map';

/** One pane of the scroll sync. */
export interface ScrollPane {
  port(): ScrollPort;
  lines(): LineGeometry;
  scrollTo(y: number): void;
  /** Called when the pane scrolls, for any reason. Returns a function that stops it. */
  onScroll(listen: () => void): () => void;
  /** Called when the author uses the pane: wheel, touch, pointer or key. */
  onIntent(listen: () => void): () => void;
}

/**
 * Keeps two panes at the same position of the text.
 *
 * Only the pane that the author used last leads. Scroll events of the other pane have no effect, so
 * there is no loop.
 */
export class ScrollSync {
  readonly #sides: { source: ScrollPane; preview: ScrollPane };
  readonly #stops: (() => void)[];
  #leader: 'source' | 'preview' = 'source';
  #isUsed = false;
  #frame = 0;
  isOn = true;

  constructor(source: ScrollPane, preview: ScrollPane) {
    this.#sides = { source, preview };
    this.#stops = (['source', 'preview'] as const).flatMap((name) => [
      this.#sides[name].onIntent(() => this.setLeader(name)),
      this.#sides[name].onScroll(() => this.#scrolled(name)),
    ]);
  }

  /** From now on the other pane follows this one. */
  setLeader(name: 'source' | 'preview'): void {
    this.#isUsed = true;
    this.#leader = name;
  }

  /** The pane that the author used last; null before any use. */
  get used(): 'source' | 'preview' | null {
    return this.#isUsed ? this.#leader : null;
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
      const [leading, following] = [from.port(), to.port()];
      // A hidden pane has no height: it shows no place to go to, and keeps its own.
      if (leading.viewHeight === 0 || following.viewHeight === 0) return;
      to.scrollTo(followScroll(leading, from.lines(), following, to.lines()));
    });
  }
}
