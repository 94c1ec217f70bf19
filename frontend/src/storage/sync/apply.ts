import { readBinKeys } from '../come-back';
import { LIBRARY_STORES } from '../post-summaries';
import type { KnowledgeBaseRecord } from '../schema';
import { inTransaction } from '../transaction';
import { applyCategory, dropCategory } from './apply-category';
import { type Applied, ApplyContext } from './apply-context';
import { applyDocument } from './apply-document';
import type { RemoteCategory, RemoteDocument } from './merge';

/** What the server told of a knowledge base. */
export interface RemoteChanges {
  categories: readonly RemoteCategory[];
  documents: readonly RemoteDocument[];
  /** Made when this browser does not have it. */
  base?: KnowledgeBaseRecord;
}

/**
 * Writes what the server told, all of it or nothing. `isOpen` says whether a tab is writing a document.
 *
 * Each document is compared with what stands in the database in this moment. Errors: {@link StorageError}.
 */
export function applyRemote(
  knowledgeBaseId: string,
  remote: RemoteChanges,
  isOpen: (id: string) => boolean,
): Promise<Applied> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const context = new ApplyContext(transaction, knowledgeBaseId);
    const bases = transaction.objectStore('knowledgeBases');
    const bin = await readBinKeys(context.settings);
    if (remote.base !== undefined && (await bases.getKey(knowledgeBaseId)) === undefined) {
      await bases.put(remote.base);
      context.applied.isChanged = true;
    }
    for (const { category, revision, isDeleted } of remote.categories) {
      if (!isDeleted) await applyCategory(context, category, revision);
    }
    for (const document of remote.documents) await applyDocument(context, document, isOpen, bin);
    for (const { category, isDeleted } of remote.categories) {
      if (isDeleted) await dropCategory(context, category.id);
    }
    return context.applied;
  });
}
