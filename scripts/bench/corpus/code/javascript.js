// Keeps the last `limit` drafts of post N0, newest first.
export class DraftShelf {
  #drafts = new Map();
  constructor(limit = 20) {
    this.limit = limit;
  }

  async save(id, text) {
    const previous = this.#drafts.get(id) ?? [];
    if (previous[0]?.text === text) return previous.length;
    const entry = {
      text,
      savedAt: new Date().toISOString(),
      words: text.match(/\p{Script=Han}/gu)?.length ?? 0,
    };
    this.#drafts.set(id, [entry, ...previous].slice(0, this.limit));
    console.log(`post N0: ${entry.words} 字, ${previous.length + 1} drafts`);
    return this.#drafts.get(id).length;
  }
}
