import { KeyedError } from '../../../lib/keyed-error';
import { getPost, type PostChanges, savePost } from '../../../storage/posts';
import type { PostRecord } from '../../../storage/schema';
import { isPostFree } from '../../../storage/tabs';
import type { EditorState } from '../store';

/**
 * Changes a post that is not open here; its text before becomes a version. Returns what was written.
 *
 * - Errors: `library.postGone` when the post was deleted, `library.openElsewhere` when another tab writes it.
 */
export async function changeStoredPost(
  id: string,
  changesOf: (post: PostRecord) => PostChanges,
): Promise<PostChanges> {
  const stored = await getPost(id);
  if (stored === undefined) throw gone();
  if (!(await isPostFree(id))) throw openElsewhere();
  const changes = changesOf(stored);
  const { state } = await savePost(stored, changes, stored.updateDatetime, { keepVersion: true });
  if (state === 'conflict') throw openElsewhere();
  return changes;
}

/** Refuses to change an open post that can only be read. */
export function refuseReadOnly({
  isReadOnly,
  isArchived,
  deleted,
}: Pick<EditorState, 'isReadOnly' | 'isArchived' | 'deleted'>): void {
  if (!isReadOnly) return;
  if (deleted !== null) throw gone();
  throw isArchived ? archived() : openElsewhere();
}

function gone(): KeyedError {
  return new KeyedError('library.postGone', 'the post was deleted');
}

/** Another tab writes the post. */
function openElsewhere(): KeyedError {
  return new KeyedError('library.openElsewhere', 'the post is open in another tab');
}

/** The knowledge base of the post is archived: nobody writes it. */
export function archived(): KeyedError {
  return new KeyedError('knowledgeBase.archived', 'the knowledge base is archived');
}
