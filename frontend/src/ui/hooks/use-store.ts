import { useSyncExternalStore } from 'react';
import type { Store } from '../../lib/store';

/** The state of a store; the component renders again when it changes. */
export function useStore<S extends object>(store: Store<S>): S {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
