import { DIAGRAM_DELAY_MS, DIAGRAM_MAX_WIDTH_PX, FILL_BUDGET_MS } from '../../../config/constants';
import type { CodeCache } from '../../../engine/code-cache';
import type { PlacedBlock, Placement } from './block-list';
import { carryColors } from './carry-colors';
import type { Diagrams } from './diagrams';
import type { FormulaResult, Formulas } from './formulas';

/** What the slots tell the preview. */
export interface SlotsHost {
  /** KaTeX's style sheet, once it is there. */
  onFormulaCss(css: string): void;
  /** Words for a failure, in the language of the interface. */
  errorText(kind: 'diagram' | 'formula', detail: string): string;
}

/**
 * Fills code, formulas and diagrams of the preview.
 *
 * What is known goes in before the next paint; the rest comes later and only if its element still stands.
 */
export class Slots {
  readonly #code: CodeCache;
  readonly #formulas: Formulas;
  readonly #diagrams: Diagrams;
  readonly #host: SlotsHost;
  /** Formulas that wait for a free moment, in document order. */
  #waiting: Element[] = [];
  #isDraining = false;

  constructor(code: CodeCache, formulas: Formulas, diagrams: Diagrams, host: SlotsHost) {
    this.#code = code;
    this.#formulas = formulas;
    this.#diagrams = diagrams;
    this.#host = host;
  }

  /** Fills the blocks that just came. */
  fill(placements: readonly Placement[]): void {
    for (const { placed, replaced } of placements) {
      if (placed.block.hasCode) this.#fillCode(placed, replaced);
      if (placed.block.hasMath) this.#fillMath(placed);
      if (placed.block.hasDiagram) this.#fillDiagrams(placed, replaced);
    }
    if (this.#waiting.length > 0) void this.#drain();
  }

  #fillCode(placed: PlacedBlock, replaced: PlacedBlock | undefined): void {
    const before = replaced === undefined ? [] : select(replaced, 'pre.code-block');
    select(placed, 'pre.code-block').forEach((pre, i) => {
      const lang = pre.getAttribute('data-lang') ?? '';
      const code = pre.querySelector('.code-body > code');
      if (code === null || lang === '') return;
      const source = code.textContent ?? '';
      const known = this.#code.peek(lang, source);
      if (known !== undefined) {
        code.innerHTML = known;
        return;
      }
      const old = before[i];
      if (old?.getAttribute('data-lang') === lang) carry(old, code, source);
      this.#code.get(lang, source).then(
        (html) => {
          if (code.isConnected && code.textContent === source) code.innerHTML = html;
        },
        // Without colors the block stays plain, which is readable.
        () => undefined,
      );
    });
  }

  #fillMath(placed: PlacedBlock): void {
    for (const element of select(placed, '.math-inline, .math-block')) {
      const known = this.#formulas.peek(texOf(element), isDisplay(element));
      if (known !== undefined) this.#showFormula(element, known);
      else this.#waiting.push(element);
    }
  }

  async #drain(): Promise<void> {
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      this.#host.onFormulaCss(await this.#formulas.prepare());
      while (this.#waiting.length > 0) {
        this.#drainOnce();
        if (this.#waiting.length > 0) await nextTask();
      }
    } catch {
      // KaTeX did not arrive: the formulas stay as source, and the next edit asks again.
      this.#waiting = [];
    } finally {
      this.#isDraining = false;
    }
  }

  #drainOnce(): void {
    const end = performance.now() + FILL_BUDGET_MS;
    let done = 0;
    for (const element of this.#waiting) {
      done += 1;
      if (!element.isConnected) continue;
      this.#showFormula(element, this.#formulas.render(texOf(element), isDisplay(element)));
      if (performance.now() > end) break;
    }
    this.#waiting.splice(0, done);
  }

  #showFormula(element: Element, result: FormulaResult): void {
    if ('html' in result) element.innerHTML = result.html;
    else markError(element, this.#host.errorText('formula', result.error));
  }

  #fillDiagrams(placed: PlacedBlock, replaced: PlacedBlock | undefined): void {
    const before = replaced === undefined ? [] : select(replaced, '.diagram');
    select(placed, '.diagram').forEach((element, i) => {
      const source = element.querySelector('code')?.textContent ?? '';
      const known = this.#diagrams.peek(source);
      if (known !== undefined) {
        this.#showDiagram(element, known);
        return;
      }
      // While a diagram is being typed, its last drawing stays.
      const old = before[i]?.querySelector(':scope > svg');
      if (old != null) {
        element.replaceChildren(element.ownerDocument.importNode(old, true));
        element.classList.add('slot-waiting');
      }
      setTimeout(() => void this.#drawDiagram(element, source), old == null ? 0 : DIAGRAM_DELAY_MS);
    });
  }

  async #drawDiagram(element: Element, source: string): Promise<void> {
    if (!element.isConnected) return;
    const result = await this.#diagrams.draw(source);
    if (!element.isConnected) return;
    element.classList.remove('slot-waiting');
    this.#showDiagram(element, result, source);
  }

  #showDiagram(element: Element, result: FormulaResult, source?: string): void {
    if ('html' in result) {
      element.innerHTML = result.html;
      const svg = element.querySelector('svg');
      if (svg !== null) sizeDiagram(svg);
      return;
    }
    if (source !== undefined && element.querySelector('code') === null) {
      const pre = element.ownerDocument.createElement('pre');
      const code = element.ownerDocument.createElement('code');
      code.textContent = source;
      pre.append(code);
      element.replaceChildren(pre);
    }
    markError(element, this.#host.errorText('diagram', result.error));
  }
}

function carry(old: Element, code: Element, source: string): void {
  const colored = old.querySelector('.code-body > code');
  if (colored?.firstElementChild == null) return;
  const html = carryColors(colored.innerHTML, colored.textContent ?? '', source);
  if (html !== null) code.innerHTML = html;
}

/** Gives a drawing the width it has after copying, where a wide one scrolls and keeps its letters readable. */
function sizeDiagram(svg: SVGSVGElement): void {
  const natural = Number.parseFloat(svg.style.maxWidth) || (viewBoxWidth(svg) ?? 0);
  if (natural <= 0) return;
  svg.style.maxWidth = 'none';
  svg.style.width = `${Math.min(natural, DIAGRAM_MAX_WIDTH_PX)}px`;
}

function viewBoxWidth(svg: SVGSVGElement): number | undefined {
  const numbers = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  return Number.isFinite(numbers[2]) ? numbers[2] : undefined;
}

function markError(element: Element, reason: string): void {
  element.classList.add('slot-error');
  element.setAttribute('title', reason);
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

// A timer lets the browser paint and take input between two slices.
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
