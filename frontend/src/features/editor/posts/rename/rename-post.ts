import type { SourceModule } from '../../../../engine/types';
import { isPrintableName } from '../../../../lib/files/printable-name';
import { KeyedError } from '../../../../lib/keyed-error';
import { getPost, savePost, updatePostFields } from '../../../../storage/posts';
import type { PostRecord } from '../../../../storage/schema';
import { isPostFree } from '../../../../storage/tabs';
import type { LibraryCore } from '../library/library-core';

/** A post with its text, as it is now. */
interface Found {
  post: PostRecord;
  content: string;
  /** What the front matter of the text calls the post in lists. */
  label: string | null;
}

/** Errors: `field.controlCharacter` for a name that hides something. */
export function requirePrintable(name: string): void {
  if (!isPrintableName(name)) throw new KeyedError('field.controlCharacter', 'the name hides some');
}

/**
 * Renames a post, in its record and in the front matter of its text, inside a change that is running already. The undo
 * key takes it back. Source: specification §4.
 *
 * - Errors: `library.openElsewhere` when another tab writes the post; those of {@link requirePrintable}.
 */
export async function renamePost(core: LibraryCore, id: string, title: string): Promise<void> {
  const name = title.trim();
  const head = core.store.get().posts.find((post) => post.id === id);
  if (head === undefined || name === '' || name === head.title) return;
  requirePrintable(name);
  core.requireActive();
  const source = await core.source();
  if (!(await isWritable(core, id))) {
    throw new KeyedError('library.openElsewhere', 'the post is open in another tab');
  }
  const before = await find(core, source, id);
  if (before === null) return;
  const content = source.writeFrontMatter(before.content, { sidebarLabel: name });
  await writeLabel(core, id, content, name);
  await writeTitle(core, id, name);
  core.pushUndo(
    async () => {
      if (await takeBack(core, before, { name, content })) {
        return async () => {
          await renamePost(core, id, title);
          return null;
        };
      }
      core.store.set({ notice: { kind: 'keptOnUndo', count: 1 } });
      return null;
    },
    { bases: [before.post.knowledgeBaseId] },
  );
}

/**
 * Gives a post the name back that it had before. What was written into its text since stays. False when it was renamed
 * again, or another tab writes it: then it stays as it is.
 *
 * - Errors: `library.postGone` when the post was deleted.
 */
async function takeBack(
  core: LibraryCore,
  before: Found,
  after: { name: string; content: string },
): Promise<boolean> {
  const { id } = before.post;
  const source = await core.source();
  if (!(await isWritable(core, id))) return false;
  const now = await find(core, source, id);
  if (now === null) throw new KeyedError('library.postGone', 'the post was deleted');
  if (now.post.title !== after.name) return false;
  if (now.content === after.content) await writeLabel(core, id, before.content, before.label);
  else if (now.label === after.name) {
    const content = source.writeFrontMatter(now.content, { sidebarLabel: before.label });
    await writeLabel(core, id, content, before.label);
  }
  const own = isNamedByText(before) ? now.post.frontMatter.title : '';
  await writeTitle(core, id, own || before.post.title);
  return true;
}

/** The post had no name of its own: it was called as its text calls itself. */
function isNamedByText({ post, label }: Found): boolean {
  return post.isNamed !== true && label === null && post.title === post.frontMatter.title;
}

async function isWritable({ workbench }: LibraryCore, id: string): Promise<boolean> {
  return workbench.post?.id === id ? !workbench.store.get().isReadOnly : isPostFree(id);
}

async function find(core: LibraryCore, source: SourceModule, id: string): Promise<Found | null> {
  const isOpen = core.workbench.post?.id === id;
  if (isOpen) await core.workbench.saveWithFields();
  const post = await getPost(id);
  if (post === undefined) return null;
  const content = isOpen ? core.workbench.text : post.content;
  const { sidebarLabel } = source.parseFrontMatter(content).frontMatter;
  return { post, content, label: sidebarLabel || null };
}

/** The text of a post with another name in lists, where the text says one. */
export function withLabel(
  source: SourceModule,
  { content, frontMatter }: PostRecord,
  name: string,
): Pick<PostRecord, 'content' | 'frontMatter'> {
  if (!source.parseFrontMatter(content).frontMatter.sidebarLabel) return { content, frontMatter };
  return {
    content: source.writeFrontMatter(content, { sidebarLabel: name }),
    frontMatter: { ...frontMatter, sidebar_label: name },
  };
}

/** Writes a text whose front matter has another label. */
async function writeLabel(
  core: LibraryCore,
  id: string,
  content: string,
  label: string | null,
): Promise<void> {
  if (core.workbench.post?.id === id) {
    core.workbench.changeText(content);
    await core.workbench.saveWithFields();
    return;
  }
  const post = await getPost(id);
  if (post === undefined) return;
  const { sidebar_label: _, ...rest } = post.frontMatter;
  const frontMatter = label === null ? rest : { ...rest, sidebar_label: label };
  await savePost(post, { content, frontMatter }, post.updateDatetime);
}

async function writeTitle(core: LibraryCore, id: string, title: string): Promise<void> {
  await updatePostFields([{ id, title }]);
  core.changePost(id, { title });
  core.workbench.session.rename(id, { title });
  core.broadcast();
}
