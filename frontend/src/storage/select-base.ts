import { childrenByParent } from '../lib/post-order';
import { listCategories } from './categories';
import { listPosts } from './posts';
import { writeTabSelection } from './selection';
import { writeSettings } from './settings';

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
