// What both pages offer to the benchmark, so that the two can be driven alike.

/** Milliseconds of one rendering. */
export interface Timing {
  /** Text to HTML, or to a patch. */
  engine: number;
  /** HTML into the document. */
  dom: number;
  /** Style and layout of the document. */
  layout: number;
  /** From the keystroke to the laid-out preview. */
  total: number;
}

/** One way from text to a laid-out preview. */
export interface Pipeline {
  /** Renders `text` as if nothing had been rendered before. */
  open(text: string): Timing;
  /** Renders `text`, which differs by one keystroke from the text before. */
  type(text: string): Timing;
  /** Milliseconds from text to all HTML of a whole article; the document is not touched. */
  renderOnly(text: string): number;
}

/** The face of a page; run.mjs calls it as `window.bench`. */
export class Bench {
  readonly #root: HTMLElement;
  readonly #pipeline: Pipeline;
  #text = '';
  #typed = 0;

  constructor(root: HTMLElement, pipeline: Pipeline) {
    this.#root = root;
    this.#pipeline = pipeline;
  }

  /** Renders into an empty document: what stood there before leaves unmeasured. */
  open(text: string): Timing {
    this.#text = text;
    this.#typed = 0;
    this.#root.replaceChildren();
    void this.#root.offsetHeight;
    return this.#pipeline.open(text);
  }

  /** Types one more letter at `offset`; the letters before it stay. */
  type(offset: number): Timing {
    const letter = '写字的人只操心写字'.charAt(this.#typed % 9);
    this.#typed += 1;
    this.#text = this.#text.slice(0, offset) + letter + this.#text.slice(offset);
    // Joined pieces are copied into one string here, not inside the measured call.
    this.#text = new TextDecoder().decode(new TextEncoder().encode(this.#text));
    return this.#pipeline.type(this.#text);
  }

  renderOnly(text: string): number {
    return this.#pipeline.renderOnly(text);
  }

  get text(): string {
    return this.#text;
  }
}

/** Runs the three steps and times each. The layout is complete when the height is known. */
export function timed(root: HTMLElement, render: () => () => void): Timing {
  const start = performance.now();
  const apply = render();
  const rendered = performance.now();
  apply();
  const applied = performance.now();
  void root.offsetHeight;
  const end = performance.now();
  return {
    engine: rendered - start,
    dom: applied - rendered,
    layout: end - applied,
    total: end - start,
  };
}

/** `?article=100000`: the page renders that article by itself, as a page that is opened by a reader does. */
export async function openFromAddress(bench: Bench, ready: Promise<unknown>): Promise<void> {
  const size = new URLSearchParams(location.search).get('article');
  if (size === null) return;
  const arriving = fetch(`/articles/${size}.md`).then((answer) => answer.text());
  await ready;
  bench.open(await arriving);
  performance.mark('preview');
}
