import { putPost } from '../post-summaries';
import { toCategory, toPost } from '../repair';
import type { CategoryRecord } from '../schema';
import type { ApplyContext } from './apply-context';
import { forgetDeletion } from './deletions';
import { categoryHash, newSyncItem } from './rows';

/** Takes a category as the server has it, unless this browser has changed its own. */
export async function applyCategory(
  context: ApplyContext,
  theirs: CategoryRecord,
  revision: number,
): Promise<void> {
  const { knowledgeBaseId, applied, categories } = context;
  const { id } = theirs;
  const [stored, item, gone] = await Promise.all([
    categories.get(id),
    context.itemOf(id),
    context.deletionOf(id),
  ]);
  const hash = categoryHash(theirs);
  const known = {
    ...(item ?? newSyncItem(knowledgeBaseId, id, 'category')),
    accepted: hash,
    revision,
  };
  await context.putItem(id, known);
  if (stored === undefined && gone !== undefined) return;
  const local = stored === undefined ? undefined : toCategory(stored);
  // One of another knowledge base has the ID: never seen, for IDs are made by chance and mapped.
  if (local !== undefined && local.knowledgeBaseId !== knowledgeBaseId) return;
  const isChanged =
    item !== undefined && local !== undefined && categoryHash(local) !== item.accepted;
  if (isChanged || (local !== undefined && categoryHash(local) === hash)) return;
  const { createDatetime } = local ?? theirs;
  await categories.put({ ...theirs, createDatetime });
  applied.isChanged = true;
}

/** A document needs its category at once, also when the server tells of it later, or it was about to be deleted. */
export async function ensureCategory(context: ApplyContext, id: string): Promise<void> {
  const { knowledgeBaseId, applied, categories, settings } = context;
  if ((await categories.getKey(id)) !== undefined) return;
  const gone = await context.deletionOf(id);
  const now = Date.now();
  const category: CategoryRecord = gone?.category ?? {
    id,
    knowledgeBaseId,
    name: 'docs',
    slug: id,
    type: 'docs',
    description: '',
    order: 0,
    createDatetime: now,
    updateDatetime: now,
  };
  await categories.put(category);
  await forgetDeletion(settings, context.deleted(id));
  applied.isChanged = true;
  if (gone === undefined) {
    const item = newSyncItem(knowledgeBaseId, id, 'category');
    await context.putItem(id, { ...item, accepted: categoryHash(category) });
  }
}

/** What this browser still has in it moves to another category. */
export async function dropCategory(context: ApplyContext, id: string): Promise<void> {
  const { knowledgeBaseId, applied, categories, posts, settings, transaction } = context;
  const stored = await categories.get(id);
  if (stored !== undefined && stored.knowledgeBaseId === knowledgeBaseId) {
    const inBase = await categories.index('knowledgeBaseId').getAll(knowledgeBaseId);
    const others = inBase.map(toCategory).filter((other) => other.id !== id);
    const [target] = others.sort((a, b) => a.order - b.order);
    // The last one stays: the server has another that is not here yet, or gets this one again.
    if (target === undefined) {
      await context.putItem(id, null);
      return;
    }
    for (const post of await posts.index('categoryId').getAll(id)) {
      await putPost(transaction, { ...toPost(post), categoryId: target.id });
    }
    await categories.delete(id);
    applied.isChanged = true;
  }
  await context.putItem(id, null);
  await forgetDeletion(settings, context.deleted(id));
}
