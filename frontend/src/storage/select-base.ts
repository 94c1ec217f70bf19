import { childrenByParent } from '../lib/posts/post-order';
import type { TextPlace } from '../lib/text/text-search';
import { listCategories } from './categories';
import { getPost, listPosts } from './posts';
import type { PostRecord } from './schema';
import { writeTabPlace, writeTabSelection } from './selection';
import { writeSettings } from './settings';
import { listSyncBases } from './sync/rows';

/** Makes a knowledge base the one that the editor opens in this tab. Errors: {@link StorageError}. */
export async function selectBaseForEditor(id: string): Promise<void> {
  const [category] = await listCategories(id);
  const posts = category === undefined ? [] : await listPosts(category.id);
  const first = childrenByParent(posts).get(null)?.[0]?.id ?? '';
  await select({ knowledgeBaseId: id, categoryId: category?.id ?? '', id: first });
}

/**
 * Makes a post the one that the editor opens in this tab, at a place of its text or at its start. False when there is no
 * such post. Errors: {@link StorageError}.
 */
export async function selectPostForEditor(id: string, place?: TextPlace): Promise<boolean> {
  const post = await getPost(id);
  if (post === undefined) return false;
  await select(post);
  if (place !== undefined) writeTabPlace(post.id, place);
  return true;
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
  await select(post);
  return true;
}

async function select(
  post: Pick<PostRecord, 'id' | 'categoryId' | 'knowledgeBaseId'>,
): Promise<void> {
  writeTabSelection(post.id);
  await writeSettings({
    current_kb_id: post.knowledgeBaseId,
    current_category_id: post.categoryId,
    current_post_id: post.id,
  });
}
