import { childrenByParent } from '../lib/post-order';
import { listCategories } from './categories';
import { getPost, listPosts } from './posts';
import { writeTabSelection } from './selection';
import { writeSettings } from './settings';
import { listSyncBases } from './sync-rows';

/** Makes a knowledge base the one that the editor opens in this tab. Errors: {@link StorageError}. */
export async function selectBaseForEditor(id: string): Promise<void> {
  const [category] = await listCategories(id);
  const posts = category === undefined ? [] : await listPosts(category.id);
  const first = childrenByParent(posts).get(null)?.[0]?.id ?? '';
  writeTabSelection(first);
  await writeSettings({
    current_kb_id: id,
    current_category_id: category?.id ?? '',
    current_post_id: first,
  });
}

/**
 * Makes a document of a team's knowledge base the one that the editor opens in this tab. False when this device does not
 * have it. Both are named as the server names them. Errors: {@link StorageError}.
 */
export async function selectDocumentForEditor(
  serverId: string,
  documentId: string,
): Promise<boolean> {
  const bases = await listSyncBases();
  const base = bases.find((known) => known.serverId === serverId);
  if (base === undefined) return false;
  const [localId = documentId] =
    Object.entries(base.ids).find(([, there]) => there === documentId) ?? [];
  const post = await getPost(localId);
  if (post === undefined || post.knowledgeBaseId !== base.knowledgeBaseId) return false;
  writeTabSelection(post.id);
  await writeSettings({
    current_kb_id: post.knowledgeBaseId,
    current_category_id: post.categoryId,
    current_post_id: post.id,
  });
  return true;
}
