import { textHash } from '../lib/text/text-hash';
import { listCategories } from '../storage/categories';
import { getPost, hasText, listPostsOfBase } from '../storage/posts';
import { listHeldDeletions } from '../storage/sync/push';
import { changeSyncItems, listSyncDeletions, listSyncItems } from '../storage/sync/rows';
import type { Local } from './plan';

/**
 * What this browser has of a knowledge base. Only texts that were written since the last look are read.
 *
 * Deletions are read last: what is deleted meanwhile is never taken for lost. Errors: {@link StorageError}.
 */
export async function readLocal(knowledgeBaseId: string): Promise<Local> {
  const summaries = await listPostsOfBase(knowledgeBaseId);
  const categories = await listCategories(knowledgeBaseId);
  const items = new Map((await listSyncItems(knowledgeBaseId)).map((item) => [item.id, item]));
  const deletions = await listSyncDeletions(knowledgeBaseId);
  const held = await listHeldDeletions(deletions);
  const posts: Local['posts'][number][] = [];
  const seen: Parameters<typeof changeSyncItems>[1][number][] = [];
  for (const post of summaries) {
    const known = items.get(post.id)?.seen;
    if (known?.datetime === post.updateDatetime) {
      posts.push({ post, contentHash: known.hash });
      continue;
    }
    const stored = await getPost(post.id);
    if (stored === undefined) continue;
    const { content, history: _history, ...summary } = stored;
    // One that has lost its text is missing here: the server's is not replaced by nothing.
    if (content === '' && items.has(post.id) && !(await hasText(post.id))) continue;
    const contentHash = textHash(content);
    posts.push({ post: summary, contentHash });
    if (!items.has(post.id)) continue;
    const at = { datetime: stored.updateDatetime, hash: contentHash };
    seen.push({ id: post.id, kind: 'document', change: (item) => ({ ...item, seen: at }) });
  }
  if (seen.length > 0) await changeSyncItems(knowledgeBaseId, seen);
  return { categories, posts, items, deletions, held };
}
