import { spliceItems } from '../lib/splice-items';
import { type EngineError, engineError } from './errors';
import type {
  ArticleEngine,
  ArticleInfo,
  ArticleModule,
  Block,
  Patch,
  RenderOptions,
} from './types';

/**
 * One open article: its engine, a copy of its blocks, and the way back after a trap.
 *
 * A trap (panic) inside the module leaves its engine unusable; a new one in the same module renders the whole text, and
 * the patch it answers with replaces every block. Only a second failure in a row reaches the caller.
 */
export class ArticleSession {
  readonly #module: ArticleModule;
  #engine: ArticleEngine;
  #options: RenderOptions;
  #text = '';
  #blocks: Block[] = [];
  #startLines: Uint32Array = new Uint32Array();
  /** The engine has answered for exactly these blocks; otherwise its next patch would not fit them. */
  #isInStep = true;
  #failure: EngineError | null = null;

  /** Errors: `engine.failed` when the module cannot make an engine. */
  constructor(module: ArticleModule, options: RenderOptions) {
    this.#module = module;
    this.#options = options;
    this.#engine = this.#create();
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

  /** Renders `text`. Errors: `engine.failed`; the blocks then stay as they were. */
  update(text: string): Patch {
    this.#text = text;
    return this.#keep(this.#guarded(() => this.#engine.update(text)));
  }

  /** Renders the same text otherwise. Errors: as {@link update}. */
  setOptions(options: RenderOptions): Patch {
    this.#options = options;
    return this.#keep(this.#guarded(() => this.#engine.setOptions(options)));
  }

  /** The text may name emoji, and the module has no names yet: the blocks show `:smile:`. */
  get lacksEmojiNames(): boolean {
    return this.#isInStep && this.#engine.lacksEmojiNames();
  }

  /** Headings, front matter, statistics and warnings of the text. Errors: `engine.failed`, also while `update` fails. */
  info(): ArticleInfo {
    // The engine behind a failed update has not read the text: it would answer for an empty one.
    if (!this.#isInStep) throw this.#failure;
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
      return this.#module.createEngine(this.#options);
    } catch (error) {
      throw engineError(error);
    }
  }

  #guarded(run: () => Patch): Patch {
    if (!this.#isInStep) return this.#restart();
    try {
      return run();
    } catch {
      return this.#restart();
    }
  }

  #restart(): Patch {
    // The old engine is not freed: freeing one that trapped traps again.
    this.#isInStep = false;
    this.#engine = this.#create();
    try {
      const patch = this.#engine.update(this.#text);
      const insert = patch.ops.flatMap((op) => op.insert);
      this.#isInStep = true;
      return {
        ops: [{ at: 0, remove: this.#blocks.length, insert }],
        startLines: patch.startLines,
      };
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
