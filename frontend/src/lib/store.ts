/** A state that can be subscribed to. */
export class Store<S extends object> {
  #state: S;
  readonly #listeners = new Set<() => void>();

  constructor(state: S) {
    this.#state = state;
  }

  get = (): S => this.#state;

  /** Merges the changes and notifies the listeners, unless nothing differs. */
  set(changes: Partial<S>): void {
    const keys = Object.keys(changes) as (keyof S)[];
    if (keys.every((key) => Object.is(this.#state[key], changes[key]))) return;
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
}
