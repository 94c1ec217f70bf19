import { withVersion } from '../../lib/posts/post-history';
import { serverNow } from '../../lib/time/server-clock';
import { comeBack, type readBinKeys } from '../come-back';
import { rowPrefixes } from '../keys';
import { dropPost, putPost } from '../post-summaries';
import { isWithoutText, toPost } from '../repair';
import type { PostRecord } from '../schema';
import { ensureCategory } from './apply-category';
import type { ApplyContext } from './apply-context';
import { forgetCommonTexts, putCommonText, readCommonText } from './common-text';
import { forgetDeletion } from './deletions';
import { withDraft } from './kept-draft';
import { type Merge, mergeDocument, type RemoteDocument, withTheirText } from './merge';
import type { RemovedPost } from './removed';
import type { TheirText } from './rows';

type BinKeys = Awaited<ReturnType<typeof readBinKeys>>;

/** Merges a document of the server with what stands here in this moment. */
export async function applyDocument(
  context: ApplyContext,
  theirs: RemoteDocument,
  isOpen: (id: string) => boolean,
  bin: BinKeys,
): Promise<void> {
  const { knowledgeBaseId, applied, posts, settings, transaction } = context;
  const { id } = theirs;
  const [stored, item, gone] = await Promise.all([
    posts.get(id),
    context.itemOf(id),
    context.deletionOf(id),
  ]);
  const found = stored === undefined || isWithoutText(stored) ? undefined : toPost(stored);
  const local = found?.knowledgeBaseId === knowledgeBaseId ? found : undefined;
  // It was moved to another knowledge base, and its deletion from this one waits to be sent.
  if (found !== undefined && local === undefined && gone === undefined) return;
  const merge = mergeDocument(
    knowledgeBaseId,
    local,
    item,
    gone !== undefined,
    theirs,
    isOpen(id),
    local && item && (await readCommonText(settings, local, item.accepted)),
  );
  if (found !== undefined && local === undefined && merge.text === 'create') {
    // It lives elsewhere now, and others have written in it here since: it comes back beside it, under another ID.
    await context.putItem(id, null);
    await forgetDeletion(settings, context.deleted(id));
    applied.returning.push(id);
    return;
  }
  await context.putItem(id, merge.item);
  if (found !== undefined && !merge.item?.draft) {
    // What is written below goes on with these versions.
    const history = withDraft(found, item);
    if (history !== found.history) await putPost(transaction, { ...found, history });
    found.history = history;
  }
  if (merge.isDeletionOver) await forgetDeletion(settings, context.deleted(id));
  if (merge.item?.theirs && isOpen(id)) applied.incoming.push(id);
  if (merge.text === 'drop') await dropDocument(context, id, local);
  else if (merge.text !== 'keep' || merge.takesPlace)
    await writeDocument(context, theirs, local, merge, bin);
}

async function dropDocument(
  context: ApplyContext,
  id: string,
  local: PostRecord | undefined,
): Promise<void> {
  const { knowledgeBaseId, applied, settings, transaction } = context;
  if (local === undefined) return;
  const value: RemovedPost = { post: local, removedAt: serverNow() ?? Date.now() };
  await settings.put({ key: `${rowPrefixes.syncBin}${knowledgeBaseId}:${id}`, value });
  await dropPost(transaction, id);
  await forgetCommonTexts(settings, { id, knowledgeBaseId });
  applied.removed.push(local);
  applied.isChanged = true;
}

async function writeDocument(
  context: ApplyContext,
  theirs: RemoteDocument,
  local: PostRecord | undefined,
  merge: Merge,
  bin: BinKeys,
): Promise<void> {
  await ensureCategory(context, theirs.categoryId);
  if (local === undefined) await createDocument(context, theirs, bin);
  else await updateDocument(context, theirs, local, merge);
}

async function createDocument(
  { knowledgeBaseId, applied, settings, transaction }: ApplyContext,
  theirs: RemoteDocument,
  bin: BinKeys,
): Promise<void> {
  const { id, createDatetime, categoryId, parentId, order } = theirs;
  const { title, isNamed, router_path, content, frontMatter } = theirs.text;
  const post = {
    id,
    history: [],
    createDatetime,
    updateDatetime: Date.now(),
    knowledgeBaseId,
    categoryId,
    parentId,
    order,
    collapsed: false,
    title,
    isNamed,
    router_path,
    content,
    frontMatter,
  };
  await putPost(transaction, await comeBack(settings, post, bin.get(id)));
  applied.written.push(id);
  applied.isChanged = true;
}

async function updateDocument(
  { applied, settings, transaction }: ApplyContext,
  theirs: RemoteDocument,
  local: PostRecord,
  { text, merged = theirs.text, takesPlace }: Merge,
): Promise<void> {
  const now = Date.now();
  const { categoryId, parentId, order } = theirs;
  let next = takesPlace ? { ...local, categoryId, parentId, order } : local;
  if (text === 'take' || text === 'merge') {
    const updateDatetime = Math.max(now, next.updateDatetime + 1);
    const history = withBoth(next, theirs.text, merged.content, now);
    next = { ...withTheirText(next, merged), history, updateDatetime };
    applied.written.push(theirs.id);
  }
  if (text === 'take') await forgetCommonTexts(settings, local);
  if (text === 'merge') await putCommonText(settings, local, theirs.text);
  if (JSON.stringify(summary(next)) === JSON.stringify(summary(local)) && text === 'keep') return;
  await putPost(transaction, next);
  applied.isChanged = true;
}

/** The versions of a post with its own text and the server's, each where another one takes its place. */
function withBoth(
  { history, content, updateDatetime }: PostRecord,
  theirs: TheirText,
  taken: string,
  now: number,
): PostRecord['history'] {
  const both = [
    { datetime: updateDatetime, content },
    { datetime: theirs.datetime, content: theirs.content },
  ];
  return both
    .filter((one) => one.content !== taken)
    .reduce((past, one) => withVersion(past, one, now, true), history);
}

function summary({ content: _content, history: _history, ...fields }: PostRecord) {
  return fields;
}
