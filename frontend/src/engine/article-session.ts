import { spliceItems } from '../lib/collections/splice-items';
import { textChange, type Unchanged } from '../lib/text/text-change';
import { type EngineError, engineError } from './errors';
import type {
  ArticleEngine,
  ArticleInfo,
  ArticleModule,
  Block,
  Patch,
  PatchOp,
  RenderedArticle,
  RenderOptions,
} from './types';

/**
 * One open article: its engine, a copy of its blocks, and the way back after a trap.
 *
 * A trap (panic) inside the module leaves its engine unusable; a new one in the same module renders the whole text, and
 * the patch it answers with replaces every block. Only a second failure in a row reaches the caller.
 *
 * A session can begin before the module has arrived, with what was rendered earlier. Until {@link connect} it keeps
 * those blocks, whatever the text becomes.
 */
export class ArticleSession {
  #module: ArticleModule | null;
  #engine: ArticleEngine | null = null;
  #options: RenderOptions;
  #text = '';
  #blocks: Block[] = [];
  #startLines: Uint32Array = new Uint32Array();
  /** The engine holds the text and has answered for exactly these blocks; otherwise its next patch would not fit them. */
  #isInStep = true;
  #failure: EngineError | null = null;

  /** `start`: the module, or what it rendered earlier. Errors: `engine.failed` when the module cannot make an engine. */
  constructor(start: ArticleModule | RenderedArticle, options: RenderOptions) {
    this.#options = options;
    if ('createEngine' in start) {
      this.#module = start;
      this.#engine = this.#create();
      return;
    }
    this.#module = null;
    this.#text = start.text;
    this.#blocks = [...start.blocks];
    this.#startLines = Uint32Array.from(start.startLines);
  }

  /** An engine answers; before that the blocks are those of an earlier rendering. */
  get isConnected(): boolean {
    return this.#module !== null;
  }

  /**
   * The module has arrived: renders the text as it is now. The patch leaves every block alone that is as it was shown.
   *
   * - Errors: as {@link update}.
   */
  connect(module: ArticleModule): Patch {
    this.#module = module;
    const { insert, startLines } = this.#renderAll();
    return this.#keep({ ops: difference(this.#blocks, insert), startLines });
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** First source line of every block, 1-based. */
  get startLines(): Uint32Array {
    return this.#startLines;
  }

  get text(): string {
    return this.#text;
  }

  get options(): RenderOptions {
    return this.#options;
  }

  /**
   * Renders `text`. `unchanged`: what the edits since the text before have left alone; it is not compared.
   *
   * - Errors: `engine.failed`; the blocks then stay as they were.
   */
  update(text: string, unchanged?: Unchanged): Patch {
    const change = textChange(this.#text, text, unchanged) ?? { from: 0, to: 0, insert: '' };
    this.#text = text;
    const { from, to, insert } = change;
    return this.#keep(this.#guarded((engine) => engine.edit(from, to - from, insert)));
  }

  /** Renders the same text otherwise. Errors: as {@link update}. */
  setOptions(options: RenderOptions): Patch {
    this.#options = options;
    return this.#keep(this.#guarded((engine) => engine.setOptions(options)));
  }

  /** The text may name emoji, and the module has no names yet: the blocks show `:smile:`. */
  get lacksEmojiNames(): boolean {
    return this.#isInStep && this.#engine?.lacksEmojiNames() === true;
  }

  /** Before the module has arrived another article was opened: nothing is shown of it yet. */
  clear(): Patch {
    const remove = this.#blocks.length;
    return this.#keep({ ops: [{ at: 0, remove, insert: [] }], startLines: new Uint32Array() });
  }

  /**
   * Headings, front matter, statistics and warnings of the text; null before the module has arrived.
   *
   * - Errors: `engine.failed`, also while `update` fails.
   */
  info(): ArticleInfo | null {
    if (this.#module === null) return null;
    // The engine behind a failed update has not read the text: it would answer for an empty one.
    if (!this.#isInStep || this.#engine === null) throw this.#failure;
    try {
      return this.#engine.info();
    } catch {
      this.#keep(this.#restart());
      try {
        return this.#engine.info();
      } catch (error) {
        throw engineError(error);
      }
    }
  }

  #create(): ArticleEngine {
    try {
      if (this.#module === null) throw new Error('the module has not arrived');
      return this.#module.createEngine(this.#options);
    } catch (error) {
      throw engineError(error);
    }
  }

  #guarded(run: (engine: ArticleEngine) => Patch): Patch {
    if (this.#module === null) return { ops: [], startLines: this.#startLines };
    if (!this.#isInStep || this.#engine === null) return this.#restart();
    try {
      return run(this.#engine);
    } catch {
      return this.#restart();
    }
  }

  #restart(): Patch {
    const { insert, startLines } = this.#renderAll();
    return { ops: [{ at: 0, remove: this.#blocks.length, insert }], startLines };
  }

  /** Renders the whole text with a new engine. */
  #renderAll(): { insert: Block[]; startLines: Uint32Array } {
    // The old engine is not freed: freeing one that trapped traps again.
    this.#isInStep = false;
    try {
      this.#engine = this.#create();
      const { ops, startLines } = this.#engine.update(this.#text);
      this.#isInStep = true;
      return { insert: ops.flatMap((op) => op.insert), startLines };
    } catch (error) {
      this.#failure = engineError(error);
      throw this.#failure;
    }
  }

  #keep(patch: Patch): Patch {
    for (const { at, remove, insert } of patch.ops) {
      this.#blocks = spliceItems(this.#blocks, at, remove, insert);
    }
    this.#startLines = patch.startLines;
    return patch;
  }
}

/** The change from `before` to `after` that leaves their common beginning and end. */
function difference(before: readonly Block[], after: readonly Block[]): PatchOp[] {
  const isSame = (i: number, j: number) => isSameBlock(before[i], after[j]);
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && isSame(at, at)) at += 1;
  let tail = 0;
  while (tail < shorter - at && isSame(before.length - 1 - tail, after.length - 1 - tail)) {
    tail += 1;
  }
  const remove = before.length - at - tail;
  const insert = after.slice(at, after.length - tail);
  return remove + insert.length === 0 ? [] : [{ at, remove, insert }];
}

function isSameBlock(a: Block | undefined, b: Block | undefined): boolean {
  return (
    a?.html === b?.html &&
    a?.hasRawHtml === b?.hasRawHtml &&
    a?.hasCode === b?.hasCode &&
    a?.hasMath === b?.hasMath &&
    a?.hasDiagram === b?.hasDiagram
  );
}
