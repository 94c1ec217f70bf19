import type { Store } from '../../../lib/store';
import { isInArchivedBase } from '../../../storage/knowledge-bases';
import { getPost, updatePostFields } from '../../../storage/posts';
import type { PostRecord } from '../../../storage/schema';
import type { EditorState } from '../store';
import { type PostSession, textOf } from './post-session';
import { archived, changeStoredPost, refuseReadOnly } from './stored-post';

/**
 * Takes back the change of a whole text, in the post that it was made in, whichever post is open by then.
 *
 * What was typed since becomes a version. The post gets its name back too.
 *
 * - Errors: `library.postGone` when the post was deleted since, `library.openElsewhere` when another tab writes it,
 *   `knowledgeBase.archived` when its knowledge base was archived since.
 */
export type TextUndo = () => Promise<void>;

/** The open post, its text, and how the text is replaced: the part of a workbench that an undo needs. */
interface OpenText {
  readonly post: PostRecord | null;
  readonly text: string;
  readonly session: PostSession;
  readonly store: Store<EditorState>;
  rewrite(text: string): Promise<unknown>;
}

/** The undo of a change that is about to be made to the open text. */
export function undoOf(workbench: OpenText): TextUndo {
  const { post, text } = workbench;
  if (post === null) return async () => undefined;
  // The record as it is before the change; the change itself waits for no database.
  const reading = getPost(post.id).catch(() => undefined);
  return async () => putBack(workbench, (await reading) ?? post, text);
}

/** The undo of a change to a post that is not open; `post` is its record before. */
export function undoOfStored(workbench: OpenText, post: PostRecord): TextUndo {
  return () => putBack(workbench, post, textOf(post));
}

async function putBack(workbench: OpenText, post: PostRecord, text: string): Promise<void> {
  const { id, title, frontMatter, router_path } = post;
  const named = { title, frontMatter, router_path };
  if (await isInArchivedBase(id)) throw archived();
  if (workbench.post?.id !== id) await changeStoredPost(id, () => ({ content: text, ...named }));
  else await writeOpen(workbench, text, named);
  workbench.session.tellSaved(id, { content: text, ...named });
}

type Named = Pick<PostRecord, 'title' | 'frontMatter' | 'router_path'>;

async function writeOpen(workbench: OpenText, text: string, named: Named): Promise<void> {
  refuseReadOnly(workbench.store.get());
  const id = workbench.post?.id ?? '';
  await workbench.rewrite(text);
  await updatePostFields([{ id, ...named }]);
  workbench.session.rename(id, named);
}
