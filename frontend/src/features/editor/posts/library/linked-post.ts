import { decodePart } from '../../../../lib/addresses/percent-encoding';
import { postOfAddress } from '../../../../lib/posts/post-link';
import { listCategories } from '../../../../storage/categories';
import { getPost, listPosts } from '../../../../storage/posts';
import type { PostRecord, PostSummary } from '../../../../storage/schema';
import { localId } from '../../../../sync/remote-id';
import { Folders, placed } from '../../../../transfer/archive/layout';
import { folded, folderOf, resolved } from '../../../../transfer/import/paths';

/**
 * The post that a link means: by its id, else by its path as an export of the knowledge base has it.
 *
 * Null for every other link. Errors: {@link StorageError}.
 */
export async function linkedPost(
  href: string,
  from: PostRecord,
): Promise<Pick<PostSummary, 'id' | 'knowledgeBaseId' | 'categoryId'> | null> {
  const [plain = ''] = href.split('#');
  const linked = postOfAddress(plain);
  if (linked !== null) {
    // A link that was pulled before the post that it means has the server's id.
    return (await getPost(await localId(from.knowledgeBaseId, linked.id))) ?? null;
  }
  if (!/^(?![a-z][a-z0-9+.-]*:|\/).+\.md$/i.test(plain)) return null;
  const categories = await listCategories(from.knowledgeBaseId);
  const posts = (await Promise.all(categories.map(({ id }) => listPosts(id)))).flat();
  const inTree = placed('', categories, posts, new Folders([]));
  const own = inTree.find(({ post }) => post.id === from.id)?.path ?? '';
  const path = resolved(folderOf(own), decodePart(plain));
  if (path === null) return null;
  return inTree.find((one) => folded(one.path) === folded(path))?.post ?? null;
}
