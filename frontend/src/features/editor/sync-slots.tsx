import type { ComponentType } from 'react';
import { Store } from '../../lib/store';
import { useStore } from '../../ui/hooks/use-store';

/** What sync shows in the editor. Its code is fetched for authors who are logged in or who synchronize. */
export interface SyncParts {
  /** The state of a post, in the list. */
  PostBadge: ComponentType<{ postId: string; id: string }>;
  /** The state of the open post, and who else has it open. */
  StatusBadge: ComponentType;
  /** That a knowledge base is synchronized, in the list of them. */
  BaseMark: ComponentType<{ knowledgeBaseId: string; id: string }>;
  /** What can be done with a knowledge base, in its menu. */
  BaseMenuItems: ComponentType<{ knowledgeBaseId: string }>;
  /** Where one post can be published alone, in its menu. */
  PublishItems: ComponentType<{ postId: string }>;
  /** What the author has to know about the open post, over its text. */
  PostNotice: ComponentType;
  /** Versions of the open post at the server, in place of those of this browser. */
  ServerHistory: ComponentType<{ onClose: () => void; fallback: React.ReactNode }>;
  /** Takes a knowledge base out of the archive at the server; does nothing for one that is here only. */
  activateBase: (knowledgeBaseId: string) => Promise<void>;
  /** Offers the knowledge bases of the server that this browser does not have. */
  openFetch: () => void;
  /** Dialogs, and what is told to the other tabs. */
  Background: ComponentType;
}

const store = new Store<{ parts: SyncParts | null }>({ parts: null });

/** The parts have arrived. */
export function showSyncParts(parts: SyncParts): void {
  store.set({ parts });
}

/** The parts; null as long as they are not there. */
export function useSyncParts(): SyncParts | null {
  return useStore(store).parts;
}
