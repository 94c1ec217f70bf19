/** Keeps the entries used last, as many as weigh no more than `limit` together; each weighs 1 unless told otherwise. */
export class LruCache<V> {
  readonly #limit: number;
  readonly #weigh: (key: string, value: V) => number;
  readonly #entries = new Map<string, V>();
  #weight = 0;

  constructor(limit: number, weigh: (key: string, value: V) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: string, value: V): void {
    this.#drop(key);
    this.#entries.set(key, value);
    this.#weight += this.#weigh(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) break;
      this.#drop(oldest);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  #drop(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weigh(key, value);
  }
}
