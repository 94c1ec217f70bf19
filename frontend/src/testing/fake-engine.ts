import type { ArticleEngine, ArticleModule, Block, Patch, RenderOptions } from '../engine/types';

/** A module that makes one paragraph of every paragraph (of raw HTML when it begins with `<`), knows the emoji `:smile:`, and traps when told to. */
interface FakeModule extends ArticleModule {
  /** The next `count` calls of any engine trap, and leave it unusable unless it is to stay `alive`. */
  trapNext(count: number, after?: 'alive'): void;
  created: number;
  lastOptions: RenderOptions | undefined;
  /** How often the names of emoji were asked for. */
  nEmojiLoads: number;
  /** The names of emoji do not arrive. */
  isOffline: boolean;
}

export function fakeModule(): FakeModule {
  let traps = 0;
  let isDeadly = true;
  let hasEmoji = false;
  const module: FakeModule = {
    created: 0,
    lastOptions: undefined,
    nEmojiLoads: 0,
    isOffline: false,
    trapNext: (count, after) => {
      traps = count;
      isDeadly = after !== 'alive';
    },
    createEngine(options) {
      module.created += 1;
      module.lastOptions = options;
      return new FakeEngine(
        () => {
          if (traps === 0) return;
          traps -= 1;
          throw new WebAssembly.RuntimeError('unreachable');
        },
        () => isDeadly,
        () => hasEmoji,
      );
    },
    loadEmojiNames: async () => {
      module.nEmojiLoads += 1;
      if (module.isOffline) throw new Error('offline');
      hasEmoji = true;
    },
    themeCss: (style) => `.article{--color:${style.color}}`,
  };
  return module;
}

class FakeEngine implements ArticleEngine {
  readonly #check: () => void;
  readonly #diesOfTraps: () => boolean;
  readonly #hasEmoji: () => boolean;
  #blocks: Block[] = [];
  #text = '';
  #isDead = false;
  #lacksEmoji = false;

  constructor(check: () => void, diesOfTraps: () => boolean, hasEmoji: () => boolean) {
    this.#check = check;
    this.#diesOfTraps = diesOfTraps;
    this.#hasEmoji = hasEmoji;
  }

  update(text: string): Patch {
    this.#guard();
    this.#text = text;
    this.#lacksEmoji = !this.#hasEmoji() && text.includes(':smile:');
    const lines: number[] = [];
    const blocks: Block[] = [];
    let line = 1;
    for (const part of text.split('\n\n')) {
      if (part !== '') {
        lines.push(line);
        blocks.push(toBlock(this.#hasEmoji() ? part.replaceAll(':smile:', '😄') : part));
      }
      line += part.split('\n').length + 1;
    }
    let head = 0;
    while (head < blocks.length && blocks[head]?.html === this.#blocks[head]?.html) head += 1;
    const remove = this.#blocks.length - head;
    const insert = blocks.slice(head);
    this.#blocks = blocks;
    const ops = remove + insert.length === 0 ? [] : [{ at: head, remove, insert }];
    return { ops, startLines: Uint32Array.from(lines) };
  }

  edit(start: number, removed: number, inserted: string): Patch {
    return this.update(this.#text.slice(0, start) + inserted + this.#text.slice(start + removed));
  }

  setOptions(): Patch {
    return this.update(this.#text);
  }

  info() {
    this.#guard();
    const characters = this.#text.length;
    return {
      headings: [],
      frontMatter: {},
      stats: { words: characters, characters, cjkCharacters: 0, latinWords: 0, minutes: 1 },
      warnings: [],
    };
  }

  lacksEmojiNames(): boolean {
    return this.#lacksEmoji;
  }

  free(): void {
    this.#guard();
  }

  #guard(): void {
    if (this.#isDead) throw new Error('recursive use of an object detected');
    try {
      this.#check();
    } catch (error) {
      this.#isDead = this.#diesOfTraps();
      throw error;
    }
  }
}

function toBlock(part: string): Block {
  return {
    html: part.startsWith('<') ? part : `<p>${part}</p>`,
    hasRawHtml: part.startsWith('<'),
    hasCode: false,
    hasMath: false,
    hasDiagram: false,
  };
}
