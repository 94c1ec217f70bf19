import {
  DIAGRAM_CACHE_ENTRIES,
  DIAGRAM_MAX_WIDTH_PX,
  FILL_TIMEOUT_MS,
} from '../../config/constants';
import { loadPart, missingPart } from '../../lib/browser/load-part';
import { LruCache } from '../../lib/collections/lru-cache';
import { KeyedError, messageOf } from '../../lib/keyed-error';
import { sizeDiagram } from './diagram-size';
import { thinGanttAxis } from './gantt-axis';
import { sanitizeDrawing } from './sanitize-drawing';

/** SVG of a diagram, or the reason why there is none. */
export type DiagramResult = { html: string } | { error: Error };

/**
 * Where the letters of a part of a text stand. In WebKit it does not inherit that; Firefox does not know the other
 * name, which Gantt and C4 diagrams use.
 */
const PARTS_CSS = `
tspan:not([dominant-baseline]) { dominant-baseline: inherit; }
tspan[alignment-baseline=central] { dominant-baseline: central; }
tspan[alignment-baseline=mathematical] { dominant-baseline: mathematical; }
`;

/** mermaid's ground of a label lets the line through it, which then looks like a line through the words. */
const LABELS_CSS = '.edgeLabel .label rect.background { opacity: 1; fill: #fff; }';

type Draw = (id: string, source: string) => Promise<string>;

let loading: Promise<Draw> | undefined;

/** Adds what mermaid needs and Safari has from 17.0 and 17.4 on: for links in diagrams, and for the parser of some kinds. */
function addMissing(): Promise<unknown> {
  return Promise.all([
    'canParse' in URL || import('core-js/actual/url/can-parse'),
    'groupBy' in Object || import('core-js/actual/object/group-by'),
  ]);
}

// mermaid is loaded for the first diagram.
async function load(): Promise<Draw> {
  const mermaid = await loadPart(async () => {
    await addMissing();
    return (await import('mermaid')).default;
  });
  mermaid.initialize({
    startOnLoad: false,
    // An article is always light, whatever the interface shows.
    theme: 'default',
    // mermaid's white on pale blue is hard to read.
    themeVariables: { taskTextColor: '#191919' },
    securityLevel: 'strict',
    // Labels as SVG text: WeChat drops HTML inside an SVG.
    htmlLabels: false,
    // Twelve Chinese letters in a line. mermaid breaks after seven, which often leaves one alone.
    flowchart: { htmlLabels: false, wrappingWidth: 200 },
    // Otherwise a gantt chart is as wide as the page, and its text is too small in an article.
    gantt: { useWidth: DIAGRAM_MAX_WIDTH_PX },
    themeCSS: `${PARTS_CSS}${LABELS_CSS}`,
    suppressErrorRendering: true,
    fontFamily: 'sans-serif',
  });
  return async (id, source) =>
    sizeDiagram(sanitizeDrawing(thinGanttAxis((await mermaid.render(id, source)).svg)));
}

/** Gets a drawing, and says whether it has taken it; else it is offered to the next listener. */
export type DrawnListener = (source: string, svg: string) => boolean;

/** Diagrams drawn by mermaid, cached by source. One is drawn at a time: mermaid has global state. */
export class Diagrams {
  readonly #cache = new LruCache<DiagramResult>(DIAGRAM_CACHE_ENTRIES);
  readonly #load: () => Promise<Draw>;
  #queue: Promise<unknown> = Promise.resolve();
  #count = 0;
  #onDrawn: DrawnListener | null = null;
  /** Drawn and taken by nobody yet. */
  readonly #untaken = new Map<string, string>();

  constructor(load_: () => Promise<Draw> = sharedLoad) {
    this.#load = load_;
  }

  /** The cached result, if there is one. */
  peek(source: string): DiagramResult | undefined {
    return this.#cache.get(source);
  }

  /** The result, drawn if it is not cached. Never rejects. A timeout or a failure to load mermaid is not cached. */
  draw(source: string): Promise<DiagramResult> {
    const job = this.#queue.then(() => this.#draw(source));
    this.#queue = job;
    return job;
  }

  /**
   * Calls `listen` with every diagram that is drawn, and with those that it has not taken yet. Returns a function that
   * unsubscribes.
   */
  onDrawn(listen: DrawnListener): () => void {
    this.#onDrawn = listen;
    for (const [source, svg] of this.#untaken) {
      if (listen(source, svg)) this.#untaken.delete(source);
    }
    return () => {
      this.#onDrawn = null;
    };
  }

  async #draw(source: string): Promise<DiagramResult> {
    const known = this.peek(source);
    if (known !== undefined) return known;
    let draw: Draw;
    try {
      draw = await withinLimit(this.#load());
    } catch (error) {
      return { error: asError(error) };
    }
    const result = await this.#try(draw, source);
    if ('html' in result) this.#report(source, result.html);
    if ('html' in result || !(result.error instanceof KeyedError)) this.#cache.set(source, result);
    return result;
  }

  #report(source: string, svg: string): void {
    const isTaken = this.#onDrawn?.(source, svg) ?? false;
    if (!isTaken && this.#untaken.size < DIAGRAM_CACHE_ENTRIES) this.#untaken.set(source, svg);
  }

  async #try(draw: Draw, source: string): Promise<DiagramResult> {
    this.#count += 1;
    const id = `diagram-${this.#count}`;
    try {
      return { html: await withinLimit(draw(id, source)) };
    } catch (error) {
      // mermaid leaves its temporary element behind when it fails.
      document.getElementById(id)?.remove();
      document.getElementById(`d${id}`)?.remove();
      // It fetches each kind of diagram by itself.
      return { error: missingPart(error) ?? asError(error) };
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(messageOf(error));
}

function sharedLoad(): Promise<Draw> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new KeyedError('engine.timeout', 'timeout')), FILL_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
