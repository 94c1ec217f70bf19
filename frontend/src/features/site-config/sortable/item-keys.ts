import { useState } from 'react';
import { newId } from '../../../lib/new-id';

/**
 * Keys for the items of a list of a draft, which replaces what changes and never writes into it.
 *
 * An item keeps its key wherever it moves. One that was replaced where it stood has the key of the one before.
 */
export class ItemKeys {
  #items: readonly unknown[] = [];
  #keys: readonly string[] = [];

  of(items: readonly unknown[]): readonly string[] {
    const before = this.#items;
    // Who stayed in place comes first: equal texts do not take each other's key.
    const places = new Map<unknown, number[]>();
    for (const [at, item] of before.entries()) {
      if (item !== items[at]) places.set(item, [...(places.get(item) ?? []), at]);
    }
    const found = items.map((item, at) =>
      at < before.length && before[at] === item ? at : places.get(item)?.shift(),
    );
    const taken = new Set(found);
    this.#keys = found.map(
      (place, at) => this.#keys[place ?? (taken.has(at) ? -1 : at)] ?? newId(),
    );
    this.#items = items;
    return this.#keys;
  }
}

/** A key for each item of a list, in their order. */
export function useItemKeys(items: readonly unknown[]): readonly string[] {
  const [keys] = useState(() => new ItemKeys());
  return keys.of(items);
}
