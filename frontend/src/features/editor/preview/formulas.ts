import { FORMULA_CACHE_ENTRIES } from '../../../config/constants';
import { loadPart } from '../../../lib/browser/load-part';
import { LruCache } from '../../../lib/collections/lru-cache';
import { messageOf } from '../../../lib/keyed-error';

/** HTML of a formula, or the reason why there is none. */
export type FormulaResult = { html: string } | { error: string };

interface Katex {
  renderToString(tex: string, display: boolean): string;
  css: string;
}

/**
 * A copy has one picture for each formula, without the article's letter spacing and without row numbers. A `\tag` stays.
 * The list's class gives the rule a higher specificity than KaTeX's own.
 */
const AS_COPIED = '.katex{letter-spacing:0}.katex .vlist .eqn-num{display:none}';

let loading: Promise<Katex> | undefined;

// KaTeX and its style sheet are loaded for the first formula.
async function load(): Promise<Katex> {
  const [{ default: katex }, { default: css }] = await loadPart(() =>
    Promise.all([
      import('katex'),
      import('katex/dist/katex.min.css?inline'),
      // `\ce` and `\pu`: chemistry, as the math module of the exports knows it.
      import('katex/contrib/mhchem'),
    ]),
  );
  return {
    css: css + AS_COPIED,
    renderToString: (tex, display) =>
      katex.renderToString(tex, {
        displayMode: display,
        throwOnError: true,
        strict: 'ignore',
        trust: false,
        maxExpand: 1000,
        maxSize: 50,
        output: 'html',
      }),
  };
}

/** Formulas rendered by KaTeX, cached by source. */
export class Formulas {
  readonly #cache = new LruCache<FormulaResult>(FORMULA_CACHE_ENTRIES);
  #katex: Katex | undefined;

  /** Loads KaTeX once and returns its style sheet. Rejects when that fails; the next call tries again. */
  async prepare(): Promise<string> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    this.#katex = await loading;
    return this.#katex.css;
  }

  get isReady(): boolean {
    return this.#katex !== undefined;
  }

  /** The result if it is known. Never waits. */
  peek(tex: string, display: boolean): FormulaResult | undefined {
    return this.#cache.get(keyOf(tex, display));
  }

  /** Renders a formula. Call {@link prepare} first. */
  render(tex: string, display: boolean): FormulaResult {
    const known = this.peek(tex, display);
    if (known !== undefined) return known;
    let result: FormulaResult;
    try {
      if (this.#katex === undefined) throw new Error('KaTeX is not loaded');
      result = { html: this.#katex.renderToString(tex, display) };
    } catch (error) {
      result = { error: messageOf(error).replace(/^KaTeX parse error: /, '') };
    }
    this.#cache.set(keyOf(tex, display), result);
    return result;
  }
}

function keyOf(tex: string, display: boolean): string {
  return `${display ? 'block' : 'inline'}\n${tex}`;
}
