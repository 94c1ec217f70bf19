/** A cache of the entries used last. The sum of their weights stays within `limit`; a weight is 1 by default. */
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
