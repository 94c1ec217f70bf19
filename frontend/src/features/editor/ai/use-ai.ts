import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AiSession, AiState } from './ai-session';

export const AiContext = createContext<AiSession | null>(null);

/** The assistant of the open article. */
export function useAi(): AiSession {
  const session = useContext(AiContext);
  if (session === null) throw new Error('no assistant above this component');
  return session;
}

export function useAiState<T>(select: (state: AiState) => T): T {
  const { store } = useAi();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
