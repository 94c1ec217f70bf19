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
  /** Makes an empty preview. Not measured. */
  clear(): Promise<void>;
  /** The element whose layout is measured. */
  root(): HTMLElement;
  /** Turns the first text into HTML; the answer puts it into the document. */
  first(text: string): () => void;
  /** The same for a text that differs by one keystroke from the one before; `offset`: where it was typed. */
  next(text: string, offset: number): () => void;
}

/** The face of a page; run.mjs calls it as `window.bench`. */
export class Bench {
  readonly #pipeline: Pipeline;
  #text = '';
  #typed = 0;

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  get text(): string {
    return this.#text;
  }

  /** Renders `text` into an empty preview. */
  async open(text: string): Promise<Timing> {
    this.#text = text;
    this.#typed = 0;
    await this.#pipeline.clear();
    return timed(this.#pipeline.root(), () => this.#pipeline.first(text));
  }

  /** Types one more letter at `offset`, and `before` in front of it; what has been typed stays behind it. */
  type(offset: number, before = ''): Timing {
    const typed = before + '写字的人只操心写字'.charAt(this.#typed % 9);
    this.#typed += 1;
    const joined = this.#text.slice(0, offset) + typed + this.#text.slice(offset);
    // Joined pieces are copied into one string here, not inside the measured call.
    this.#text = new TextDecoder().decode(new TextEncoder().encode(joined));
    // What came since the last keystroke, such as colors, is laid out before the clock starts.
    void this.#pipeline.root().offsetHeight;
    return timed(this.#pipeline.root(), () => this.#pipeline.next(this.#text, offset));
  }
}

/** Runs the three steps and times each. The layout is complete when the height is known. */
function timed(root: HTMLElement, render: () => () => void): Timing {
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

/** Milliseconds that `run` takes. */
export function duration(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/**
 * `?article=tutorial`: the page renders that article by itself, as a page that is opened by a reader does.
 * `?stored`: it renders what {@link keep} has written, as an editor does that keeps its text in localStorage.
 */
export async function openFromAddress(bench: Bench, ready: Promise<unknown>): Promise<void> {
  const query = new URLSearchParams(location.search);
  const name = query.get('article');
  const arriving = query.has('stored')
    ? Promise.resolve(localStorage.getItem('text') ?? '')
    : name === null
      ? undefined
      : fetch(`/articles/${name}.md`).then((answer) => answer.text());
  await ready;
  if (arriving === undefined) return;
  await bench.open(await arriving);
  performance.mark('preview');
}

/** Writes the text that `?stored` opens. */
export function keep(text: string): void {
  localStorage.setItem('text', text);
}
