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

/** A pane whose layout changes without the author: an image arrives, another style is chosen. */
export interface LaidOutPane extends ScrollPane {
  /** Called when the size of its content changed, before that is painted. Returns a function that stops it. */
  onLayout(listen: () => void): () => void;
}

/**
 * Keeps two panes at the same position of the text.
 *
 * Only the pane that the author used last leads. Scroll events of the other pane have no effect, so
 * there is no loop. When the layout of the preview changes, it goes back to the place of the source; where the
 * author has scrolled it, it stays.
 */
export class ScrollSync {
  readonly #sides: { source: ScrollPane; preview: LaidOutPane };
  readonly #stops: (() => void)[];
  #leader: 'source' | 'preview' = 'source';
  #isUsed = false;
  #frame = 0;
  /** What has put the preview where it is; null where the author has. */
  #place: (() => void) | null = null;
  isOn = true;

  constructor(source: ScrollPane, preview: LaidOutPane) {
    this.#sides = { source, preview };
    this.#stops = (['source', 'preview'] as const).flatMap((name) => [
      this.#sides[name].onIntent(() => this.setLeader(name)),
      this.#sides[name].onScroll(() => this.#scrolled(name)),
    ]);
    this.#stops.push(
      preview.onLayout(() => {
        if (this.isOn) this.#place?.();
      }),
    );
  }

  /** From now on the other pane follows this one. */
  setLeader(name: 'source' | 'preview'): void {
    this.#isUsed = true;
    this.#leader = name;
    if (name === 'preview') this.#place = null;
  }

  /** The pane that the author used last; null before any use. */
  get used(): 'source' | 'preview' | null {
    return this.#isUsed ? this.#leader : null;
  }

  /** `place` and not a scroll of the source has put the preview where it is: after a change of layout it does so again. */
  keepBy(place: (() => void) | null): void {
    this.#place = place;
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
  }

  #scrolled(name: 'source' | 'preview'): void {
    if (!this.isOn || name !== this.#leader) return;
    if (name === 'source') this.#place = () => this.#follow();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#follow());
  }

  #follow(): void {
    const { source, preview } = this.#sides;
    const [from, to] = this.#leader === 'source' ? [source, preview] : [preview, source];
    const [leading, following] = [from.port(), to.port()];
    // A hidden pane has no height: it shows no place to go to, and keeps its own.
    if (leading.viewHeight === 0 || following.viewHeight === 0) return;
    to.scrollTo(followScroll(leading, from.lines(), following, to.lines()));
  }
}
