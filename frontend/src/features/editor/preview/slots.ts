import { DIAGRAM_DELAY_MS } from '../../../config/constants';
import type { CodeCache } from '../../../engine/code-cache';
import type { DiagramResult, Diagrams } from '../../../engine/diagrams/diagrams';
import { isMissingPart } from '../../../lib/browser/load-part';
import { KeyedError } from '../../../lib/keyed-error';
import type { PlacedBlock, Placement } from './block-list';
import { FillQueue } from './fill-queue';
import type { FormulaResult, Formulas } from './formulas';
import { morphChildren } from './morph';
import { patchHighlighting } from './patch-highlighting';

/** Callbacks of the slots. */
interface SlotsHost {
  /** KaTeX's style sheet, once it is there. */
  onFormulaCss(css: string): void;
  /** Code that slots need has not arrived: `retry` asks for it again. Null: nothing is missing any more. */
  onMissing?(retry: (() => void) | null): void;
  /** The text of a failure, in the language of the interface. */
  errorText(kind: 'diagram' | 'formula', cause: unknown): string;
}

/** How long code may be on its way before it counts as missing, in milliseconds. It is still taken when it comes. */
export const LATE_MS = 10_000;

/** Attribute with the source of a drawn diagram; only the preview has it. */
export const SOURCE_ATTRIBUTE = 'data-source';

/** Attribute with the address that the text has for an image which the page gets from the browser's storage. */
export const ADDRESS_ATTRIBUTE = 'data-address';

type Job = readonly [Element, () => void];

/**
 * Fills code, formulas and diagrams of the preview.
 *
 * Content in a cache is inserted before the next paint. Other content follows later, if its element is still in the page.
 */
export class Slots {
  readonly #code: CodeCache;
  readonly #formulas: Formulas;
  readonly #diagrams: Diagrams;
  readonly #host: SlotsHost;
  readonly #queue: FillQueue;
  /** Slots whose code has not arrived, with what fills them. */
  readonly #missing = new Map<Element, () => void>();
  /** Formulas that were set while the preview was hidden, where nothing has a width. */
  readonly #unmeasured = new Set<Element>();

  /** `ready`: when what is out of view may be filled. */
  constructor(
    code: CodeCache,
    formulas: Formulas,
    diagrams: Diagrams,
    host: SlotsHost,
    ready?: Promise<unknown>,
  ) {
    this.#queue = new FillQueue(ready);
    this.#code = code;
    this.#formulas = formulas;
    this.#diagrams = diagrams;
    this.#host = host;
  }

  /** Colors the code of a block as far as its colors are known, best before the block is in the page. */
  prepare({ placed, replaced }: Placement): void {
    if (!placed.block.hasCode) return;
    const before = replaced === undefined ? [] : select(replaced, 'pre.code-block');
    for (const [i, pre] of select(placed, 'pre.code-block').entries()) {
      const { code, lang, source } = codeOf(pre);
      const known = this.#code.peek(lang, source);
      const old = before[i];
      if (code !== null && known !== undefined) code.innerHTML = known;
      else if (code !== null && old?.getAttribute('data-lang') === lang) carry(old, code, source);
    }
  }

  /** Fills inserted blocks that were {@link prepare prepared}. */
  fill(placements: readonly Placement[]): void {
    for (const element of this.#missing.keys()) if (!element.isConnected) this.#found(element);
    const jobs: Job[] = [];
    for (const { placed, replaced } of placements) {
      if (placed.block.hasCode) jobs.push(...this.#codeJobs(placed));
      if (placed.block.hasMath) jobs.push(...this.#mathJobs(placed));
      if (placed.block.hasDiagram) jobs.push(...this.#diagramJobs(placed, replaced));
    }
    this.#queue.add(placements.length, jobs);
  }

  #retry(): void {
    const missing = [...this.#missing];
    this.#missing.clear();
    this.#host.onMissing?.(null);
    this.#code.restart();
    for (const [element, fill] of missing) if (element.isConnected) fill();
  }

  #miss(element: Element, fill: () => void): void {
    this.#missing.set(element, fill);
    if (this.#missing.size === 1) this.#host.onMissing?.(() => this.#retry());
  }

  #found(element: Element): void {
    if (this.#missing.delete(element) && this.#missing.size === 0) this.#host.onMissing?.(null);
  }

  /** Waits for what fills a slot, and counts it as missing when `isLate` says so after some time. */
  async #waitFor<T>(
    element: Element,
    fill: () => void,
    work: Promise<T>,
    isLate = () => true,
  ): Promise<T> {
    const timer = setTimeout(() => {
      if (element.isConnected && isLate()) this.#miss(element, fill);
    }, LATE_MS);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#found(element);
    }
  }

  #codeJobs(placed: PlacedBlock): Job[] {
    return select(placed, 'pre.code-block').flatMap((pre): Job[] => {
      const { code, lang, source } = codeOf(pre);
      if (code === null || lang === '' || this.#code.peek(lang, source) !== undefined) return [];
      return [[pre, () => void this.#colorCode(code, lang, source)]];
    });
  }

  async #colorCode(code: Element, lang: string, source: string): Promise<void> {
    const again = () => void this.#colorCode(code, lang, source);
    try {
      const isLate = () => !this.#code.isRunning;
      const html = await this.#waitFor(code, again, this.#code.get(lang, source), isLate);
      if (!code.isConnected || code.textContent !== source) return;
      const colored = code.ownerDocument.createElement('template');
      colored.innerHTML = html;
      morphChildren(code, colored.content);
    } catch (error) {
      // Without colors the code is still readable.
      if (code.isConnected && isMissingPart(error)) this.#miss(code, again);
    }
  }

  #mathJobs(placed: PlacedBlock): Job[] {
    return select(placed, '.math-inline, .math-block').flatMap((element): Job[] => {
      const known = this.#formulas.peek(texOf(element), isDisplay(element));
      if (known === undefined) return [[element, () => void this.#setFormula(element)]];
      this.#showFormula(element, known);
      return [];
    });
  }

  async #setFormula(element: Element): Promise<void> {
    if (!this.#formulas.isReady) {
      const again = () => void this.#setFormula(element);
      try {
        this.#host.onFormulaCss(await this.#waitFor(element, again, this.#formulas.prepare()));
      } catch (error) {
        // The formula stays as source, with the reason.
        if (!element.isConnected) return;
        markError(element, this.#host.errorText('formula', error));
        this.#miss(element, again);
        return;
      }
    }
    if (!element.isConnected) return;
    this.#showFormula(element, this.#formulas.render(texOf(element), isDisplay(element)));
  }

  #showFormula(element: Element, result: FormulaResult): void {
    if ('html' in result) {
      clearError(element);
      element.innerHTML = result.html;
      if (!isDisplay(element)) this.#measure(element);
    } else markError(element, this.#host.errorText('formula', result.error));
  }

  /** Marks a long formula, at once or when the preview is shown. */
  #measure(element: Element): void {
    if (texOf(element).length <= SHORT_TEX_CHARS) return;
    const root = element.ownerDocument.documentElement;
    if (root.clientWidth > 0) {
      markLong(element);
      return;
    }
    this.#unmeasured.add(element);
    if (this.#unmeasured.size > 1) return;
    const observer = new ResizeObserver(() => {
      if (root.clientWidth === 0) return;
      observer.disconnect();
      for (const waiting of this.#unmeasured) if (waiting.isConnected) markLong(waiting);
      this.#unmeasured.clear();
    });
    observer.observe(root);
  }

  #diagramJobs(placed: PlacedBlock, replaced: PlacedBlock | undefined): Job[] {
    const before = replaced === undefined ? [] : select(replaced, '.diagram');
    return select(placed, '.diagram').flatMap((element, i): Job[] => {
      const source = element.querySelector('code')?.textContent ?? '';
      const known = this.#diagrams.peek(source);
      if (known !== undefined) {
        this.#showDiagram(element, known, source);
        return [];
      }
      // While a diagram is edited, its last valid drawing stays.
      const old = before[i]?.querySelector(':scope > svg') ?? null;
      if (old !== null) {
        element.replaceChildren(element.ownerDocument.importNode(old, true));
        element.classList.add('slot-waiting');
      }
      const delayMs = old === null ? 0 : DIAGRAM_DELAY_MS;
      return [[element, () => setTimeout(() => void this.#drawDiagram(element, source), delayMs)]];
    });
  }

  async #drawDiagram(element: Element, source: string): Promise<void> {
    if (!element.isConnected) return;
    const result = await this.#diagrams.draw(source);
    if (!element.isConnected) return;
    element.classList.remove('slot-waiting');
    this.#showDiagram(element, result, source);
    if ('error' in result && isUnfinished(result.error))
      this.#miss(element, () => void this.#drawDiagram(element, source));
  }

  #showDiagram(element: Element, result: DiagramResult, source: string): void {
    // A copy of a selection needs the source, which the drawing does not contain.
    element.setAttribute(SOURCE_ATTRIBUTE, source);
    if ('html' in result) {
      clearError(element);
      element.innerHTML = result.html;
      return;
    }
    if (element.querySelector('code') === null) {
      const pre = element.ownerDocument.createElement('pre');
      const code = element.ownerDocument.createElement('code');
      code.textContent = source;
      pre.append(code);
      element.replaceChildren(pre);
    }
    markError(element, this.#host.errorText('diagram', result.error));
  }
}

function codeOf(pre: Element): { code: Element | null; lang: string; source: string } {
  const code = pre.querySelector('.code-body > code');
  const lang = pre.getAttribute('data-lang') ?? '';
  return { code, lang, source: code?.textContent ?? '' };
}

function carry(old: Element, code: Element, source: string): void {
  const colored = old.querySelector('.code-body > code');
  if (colored?.firstElementChild == null) return;
  const html = patchHighlighting(colored.innerHTML, colored.textContent ?? '', source);
  if (html !== null) code.innerHTML = html;
}

function markError(element: Element, reason: string): void {
  element.classList.add('slot-error');
  element.setAttribute('title', reason);
}

function clearError(element: Element): void {
  if (!element.classList.contains('slot-error')) return;
  element.classList.remove('slot-error');
  element.removeAttribute('title');
}

/** Whether a diagram may be drawn at the next try: what draws it has not arrived, or takes long. */
function isUnfinished(error: Error): boolean {
  return isMissingPart(error) || (error instanceof KeyedError && error.key === 'engine.timeout');
}

/** Formulas of fewer letters are not measured: a letter takes 1.1 em at most, as in `a=b=c`. */
const SHORT_TEX_CHARS = 16;
/** A formula wider than this, in em of the text, scrolls in its line: the same number as in the copy chain. */
const LONG_FORMULA_EM = 18;

function markLong(element: Element): void {
  const formula = element.querySelector('.katex');
  const page = element.ownerDocument.defaultView;
  if (formula === null || page === null) return;
  const em = Number.parseFloat(page.getComputedStyle(element).fontSize);
  const isLong = formula.getBoundingClientRect().width > LONG_FORMULA_EM * em;
  element.classList.toggle('math-long', isLong);
}

function texOf(element: Element): string {
  return element.getAttribute('data-tex') ?? '';
}

function isDisplay(element: Element): boolean {
  return element.classList.contains('math-block');
}

/** Elements of a block that match, the block's own element included. */
function select(placed: PlacedBlock, selector: string): Element[] {
  return placed.nodes.flatMap((node) => {
    if (node.nodeType !== 1) return [];
    const element = node as ChildNode & Element;
    const inside = [...element.querySelectorAll(selector)];
    return element.matches(selector) ? [element, ...inside] : inside;
  });
}
