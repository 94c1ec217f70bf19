import { useSyncExternalStore } from 'react';
import type { KnowledgeBaseRecord } from '../../../storage/schema';
import {
  type DocumentState,
  documentState,
  type SyncState,
  syncStatus,
} from '../../../sync/status';
import { useDocuments } from '../posts/library/library-context';

type Status = ReturnType<typeof syncStatus.get>;

/** A part of what is known of sync; the component renders again when that part changes. */
export function useSync<T>(select: (status: Status) => T): T {
  return useSyncExternalStore(syncStatus.subscribe, () => select(syncStatus.get()));
}

/** How a knowledge base is synchronized; undefined when it never was. */
export function useBaseState(knowledgeBaseId: string): SyncState | undefined {
  return useSync(({ bases }) => bases.find((base) => base.knowledgeBaseId === knowledgeBaseId));
}

/** The state of a post of the selected knowledge base; null when that is not synchronized. */
export function useDocumentState(postId: string | null): DocumentState | null {
  const base = useBaseState(useDocuments((state) => state.knowledgeBaseId));
  if (postId === null || base === undefined || base.state === 'off') return null;
  return documentState(base, postId);
}

/** The selected knowledge base. */
export function useSelectedBase(): KnowledgeBaseRecord | undefined {
  const id = useDocuments((state) => state.knowledgeBaseId);
  return useDocuments((state) => state.knowledgeBases.find((base) => base.id === id));
}
