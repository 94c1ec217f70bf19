import { KeyedError } from '../../../lib/keyed-error';
import { createPost, getPost } from '../../../storage/posts';
import { chooseMine } from '../../../storage/sync/incoming';
import type { TheirText } from '../../../storage/sync/rows';
import { wake } from '../../../sync/channel';
import type { Library } from '../posts/library/library';
import type { Workbench } from '../workbench';

/**
 * The four ways out of a conflict of the open post. The other text is a version afterwards, or a post of its own.
 *
 * Errors of each: `sync.newerText` when the server has a newer text than `theirs`, `library.openElsewhere` when another tab
 * writes the post, {@link StorageError}.
 */

export async function takeMine(workbench: Workbench, theirs: TheirText): Promise<void> {
  const { post } = workbench;
  if (post === null) return;
  await workbench.saveWithFields();
  if ((await chooseMine(post.id, theirs.revision)) === undefined) throw newerText();
  wake();
}

export async function takeTheirs(workbench: Workbench, theirs: TheirText): Promise<void> {
  await workbench.saveWithFields();
  if (!(await workbench.takeServerText(theirs))) {
    throw new KeyedError('library.openElsewhere', 'the post is written elsewhere');
  }
  wake();
}

/** The own text becomes a post right after this one. */
export async function keepBoth(
  workbench: Workbench,
  library: Library,
  theirs: TheirText,
  titleOf: (title: string) => string,
): Promise<void> {
  await workbench.saveWithFields();
  const post = workbench.post === null ? undefined : await getPost(workbench.post.id);
  if (post === undefined) return;
  const { knowledgeBaseId, categoryId, parentId, order, content } = post;
  const title = titleOf(post.title);
  await createPost({
    title,
    content,
    knowledgeBaseId,
    categoryId,
    parentId,
    order,
    isNamed: true,
  });
  await takeTheirs(workbench, theirs);
  await library.refresh();
}

export async function keepMerged(
  workbench: Workbench,
  theirs: TheirText,
  text: string,
): Promise<void> {
  await workbench.rewrite(text);
  await takeMine(workbench, theirs);
}

function newerText(): KeyedError {
  return new KeyedError('sync.newerText', 'the server has a newer text');
}
