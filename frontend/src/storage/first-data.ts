import { withVersion } from '../lib/posts/post-history';
import { readCategories } from './categories';
import { type Database, withDatabase } from './db';
import { type StorageError, storageError } from './errors';
import { settingKeys } from './keys';
import { readKnowledgeBases } from './knowledge-bases';
import { untoldLoss } from './library-loss';
import { newCategory, newKnowledgeBase, newPost } from './new-records';
import { adoptOrphans } from './orphans';
import { LIBRARY_STORES, POST_STORES, putOwnPost, readSummaries } from './post-summaries';
import { heldPost, savePost } from './posts';
import { toPost } from './repair';
import type {
  CategoryRecord,
  HistoryEntry,
  KnowledgeBaseRecord,
  PostFrontMatter,
  PostRecord,
} from './schema';
import { readTabSelection } from './selection';
import {
  DEFAULT_SETTINGS,
  type EditorSettings,
  held,
  settingsOf,
  writeAbsentSettings,
} from './settings';
import { inTransaction, together } from './transaction';
import { adoptKept, allUnsaved, forgetKept, type KeptEdit } from './unsaved';

/** Words of the records made at the first start, in the author's language. */
export interface FirstWords {
  knowledgeBaseName: string;
  knowledgeBaseDescription: string;
  postTitle: string;
  /** The tutorial article; asked for at the first start only. */
  content: () => Promise<string>;
  /** What the front matter of the tutorial says. */
  fields?: () => Promise<{ frontMatter: Partial<PostFrontMatter>; router_path: string }>;
}

/** What the editor starts with. */
export interface FirstData {
  settings: EditorSettings;
  /** Null when the selected category has no post. */
  post: PostRecord | null;
  /** Why the text of `post` could not be written; it is kept in localStorage. */
  unsaved?: StorageError | null;
}

/** What the editor can show, while the database may still be written. */
export interface Opening extends FirstData {
  /**
   * The database is in order, and holds the post or what stands in its place: another tab may have made the first
   * records in the same moment. Rejects with {@link StorageError}.
   */
  settled: Promise<FirstData>;
}

/**
 * Reads the settings and the selected post; makes the default knowledge base, category and post if there are none.
 *
 * - Damaged references are mended on the way: no post is out of reach. On a full disk they stay as they are: reading
 *   depends on no write.
 * - Source: specification §3 (defaults) and §4, Editor data.
 * - Errors: {@link StorageError}.
 */
export async function readFirstData(words: FirstWords): Promise<FirstData> {
  return (await openFirstData(words)).settled;
}

/** {@link readFirstData}, which answers as soon as there is something to show. Errors: {@link StorageError}. */
export function openFirstData(words: FirstWords): Promise<Opening> {
  return withDatabase(async (db) => {
    const { settings, post: stored } = await readOpenPost(db);
    if (stored !== null) {
      const opened = await withUnsaved(stored);
      const data = { settings: { ...settings, ...selectionOf(opened.post) }, ...opened };
      // A repair touches other records only: where this post belongs was looked at. It may fail on a full disk.
      const repair = adoptOrphans(db, words).catch(() => undefined);
      return opening(
        data,
        repair.then(() => data),
      );
    }
    if (await isEmpty(db)) {
      // Fetched before the transaction: one that waits for anything else ends by itself.
      // Who has lost their texts is no stranger: nothing is to be read in their place.
      const isLost = untoldLoss() !== null;
      const made = defaultRecords(words, isLost ? '' : await words.content());
      const data = { settings: { ...settings, ...made.selection }, post: made.post };
      return opening(
        data,
        writeDefaults(words, made, settings).then((isOurs) =>
          isOurs ? data : selectedData(db, settings),
        ),
      );
    }
    const repairError = await adoptOrphans(db, words).then(() => null, storageError);
    if (repairError !== null && (await db.count('knowledgeBases')) === 0) throw repairError;
    const data = await selectedData(db, settings);
    return opening(data, Promise.resolve(data));
  });
}

function opening(data: FirstData, settling: Promise<FirstData>): Opening {
  const settled = settling.catch((error: unknown) => {
    throw storageError(error);
  });
  // Handled by whoever waits for it; who does not, loses nothing.
  settled.catch(() => undefined);
  return { ...data, settled };
}

/** The same data without a database: the editor works, only nothing is kept. */
export async function volatileFirstData(words: FirstWords): Promise<FirstData> {
  const made = defaultRecords(words, await words.content());
  return { settings: { ...DEFAULT_SETTINGS, ...made.selection }, post: made.post };
}

type Selection = Pick<EditorSettings, 'current_kb_id' | 'current_category_id' | 'current_post_id'>;

/**
 * The settings, and the post of this tab or else the one selected last anywhere, in one transaction.
 *
 * The post is null when there is none, or when its knowledge base or category is missing.
 */
async function readOpenPost(
  db: Database,
): Promise<{ settings: EditorSettings; post: PostRecord | null }> {
  const transaction = db.transaction(['settings', 'posts', 'categories', 'knowledgeBases']);
  const posts = transaction.objectStore('posts');
  const read = async (id: string | null) =>
    id === null || id === '' ? undefined : await posts.get(id);
  const [records, ofTab] = await Promise.all([
    transaction.objectStore('settings').getAll(settingKeys()),
    read(readTabSelection()),
  ]);
  const settings = settingsOf(held(records));
  const stored = ofTab ?? (await read(settings.current_post_id));
  if (stored === undefined) return { settings, post: null };
  const post = heldPost(toPost(stored));
  const [nBases, category] = await Promise.all([
    transaction.objectStore('knowledgeBases').count(post.knowledgeBaseId),
    transaction.objectStore('categories').get(post.categoryId),
  ]);
  const isHome = nBases === 1 && category?.knowledgeBaseId === post.knowledgeBaseId;
  return { settings, post: isHome && post.id === stored.id ? post : null };
}

async function isEmpty(db: Database): Promise<boolean> {
  const transaction = db.transaction(['knowledgeBases', 'categories', 'posts']);
  const counts = await Promise.all([
    transaction.objectStore('knowledgeBases').count(),
    transaction.objectStore('categories').count(),
    transaction.objectStore('posts').count(),
  ]);
  return counts.every((n) => n === 0);
}

/** The post of this tab, else the one selected last anywhere, else the first of what is selected above it. */
async function selectedData(db: Database, settings: EditorSettings): Promise<FirstData> {
  const { selection, post } = await selectedPost(db, settings);
  const opened = post === null ? NO_POST : await withUnsaved(post);
  return { settings: { ...settings, ...selection }, ...opened };
}

async function selectedPost(
  db: Database,
  settings: EditorSettings,
): Promise<{ selection: Selection; post: PostRecord | null }> {
  for (const id of [readTabSelection(), settings.current_post_id]) {
    const stored = id === null || id === '' ? undefined : await db.get('posts', id);
    if (stored !== undefined) {
      const post = heldPost(toPost(stored));
      return { selection: selectionOf(post), post };
    }
  }
  const bases = await readKnowledgeBases(db);
  const base = bases.find(({ id }) => id === settings.current_kb_id) ?? bases[0];
  if (base === undefined) throw new Error('no knowledge base after the first start');
  const categories = await readCategories(db, base.id);
  const category =
    categories.find(({ id }) => id === settings.current_category_id) ?? categories[0];
  const summaries = category === undefined ? [] : await readSummaries(db, [category.id]);
  const first = summaries
    .sort((a, b) => a.order - b.order)
    .find(({ parentId }) => parentId === null);
  const stored = first === undefined ? undefined : await db.get('posts', first.id);
  const post = stored === undefined ? undefined : heldPost(toPost(stored));
  const selection = {
    current_kb_id: base.id,
    current_category_id: category?.id ?? '',
    current_post_id: post?.id ?? '',
  };
  return { selection, post: post ?? null };
}

function selectionOf(post: PostRecord): Selection {
  return {
    current_kb_id: post.knowledgeBaseId,
    current_category_id: post.categoryId,
    current_post_id: post.id,
  };
}

/** A post as it is opened. */
export interface OpenedPost {
  post: PostRecord | null;
  /** Why the text of `post` could not be written; it is kept in localStorage. */
  unsaved: StorageError | null;
}

const NO_POST: OpenedPost = { post: null, unsaved: null };

/**
 * The post with the edits that pages before could not write; one that came too late goes into the history.
 *
 * What cannot be written stays where it was kept, and is the text all the same.
 */
export async function withUnsaved(post: PostRecord): Promise<OpenedPost & { post: PostRecord }> {
  const kept = allUnsaved().filter(({ postId }) => postId === post.id);
  if (kept.length === 0) return { post, unsaved: null };
  try {
    return { post: await writeKept(post, kept), unsaved: null };
  } catch (error) {
    const last = lastOn(post, kept);
    if (last === null || last.content === post.content) return { post, unsaved: null };
    adoptKept(last);
    return { post: { ...post, content: last.content }, unsaved: storageError(error) };
  }
}

async function writeKept(post: PostRecord, kept: readonly KeptEdit[]): Promise<PostRecord> {
  const next = await inTransaction(POST_STORES, async (transaction) => {
    // As it stands now: another tab may have written since `post` was read.
    const found = await transaction.objectStore('posts').get(post.id);
    const stored = found === undefined ? post : toPost(found);
    const edited = withEdits(stored, kept, Date.now());
    if (edited !== stored) await putOwnPost(transaction, edited);
    return edited;
  });
  kept.forEach(forgetKept);
  return next;
}

/** The last of the edits that were made on the text of the post; null when all came too late. */
function lastOn(post: PostRecord, kept: readonly KeptEdit[]): KeptEdit | null {
  return (
    kept.findLast(
      ({ seen, writing }) => seen === post.updateDatetime || writing === post.content,
    ) ?? null
  );
}

function withEdits(post: PostRecord, kept: readonly KeptEdit[], now: number): PostRecord {
  const last = lastOn(post, kept);
  const content = last === null ? post.content : last.content;
  const past = kept.filter((edit) => edit.content !== content).map(toVersion);
  if (content !== post.content)
    past.unshift({ datetime: post.updateDatetime, content: post.content });
  if (past.length === 0) return post;
  const history = past.reduce((all, one) => withVersion(all, one, now, true), post.history);
  return { ...post, content, history, updateDatetime: Math.max(now, post.updateDatetime + 1) };
}

/**
 * Writes the kept edits of posts other than the open one, so that lists, search and backup see them.
 *
 * `isFree` says whether no other tab has the post open. An edit whose post is gone comes back as that post.
 */
export async function recoverUnsaved(
  place: { knowledgeBaseId: string; categoryId: string; title: string },
  isFree: (postId: string) => Promise<boolean>,
): Promise<number> {
  let recovered = 0;
  for (const postId of new Set(allUnsaved().map((kept) => kept.postId))) {
    if (!(await isFree(postId))) continue;
    const stored = await withDatabase((db) => db.get('posts', postId));
    const kept = allUnsaved().filter((edit) => edit.postId === postId);
    const last = kept.at(-1);
    if (last === undefined) continue;
    if (stored !== undefined) await writeKept(toPost(stored), kept);
    else {
      const made = newPost({ ...place, content: last.content, parentId: null, order: 0 });
      const lost = { ...made, id: postId, history: kept.slice(0, -1).map(toVersion) };
      await savePost(lost, { content: last.content }, null);
      kept.forEach(forgetKept);
    }
    recovered += 1;
  }
  return recovered;
}

function toVersion({ datetime, content }: KeptEdit): HistoryEntry {
  return { datetime, content };
}

/**
 * Writes the first records. False when another tab has made its own meanwhile.
 *
 * `settings`: those there are; the others take their defaults.
 */
async function writeDefaults(
  words: FirstWords,
  made: Defaults,
  settings: EditorSettings,
): Promise<boolean> {
  const { frontMatter, router_path } = (await words.fields?.()) ?? made.post;
  made.post.frontMatter = { ...made.post.frontMatter, ...frontMatter };
  made.post.router_path = router_path;
  const isWritten = await inTransaction(LIBRARY_STORES, async (transaction) => {
    // Two tabs may start at once: the second finds the first one's post.
    if ((await transaction.objectStore('knowledgeBases').count()) > 0) return false;
    await together(
      () => transaction.objectStore('knowledgeBases').put(made.knowledgeBase),
      () => transaction.objectStore('categories').put(made.category),
      () => putOwnPost(transaction, made.post),
    );
    return true;
  });
  // What was chosen meanwhile stays.
  if (isWritten) await writeAbsentSettings({ ...settings, ...made.selection });
  return isWritten;
}

interface Defaults {
  knowledgeBase: KnowledgeBaseRecord;
  category: CategoryRecord;
  post: PostRecord;
  selection: Selection;
}

function defaultRecords(words: FirstWords, content: string): Defaults {
  const knowledgeBase = newKnowledgeBase(
    words.knowledgeBaseName,
    words.knowledgeBaseDescription,
    1,
  );
  const category = newCategory(knowledgeBase.id, 'docs', 'docs', 1);
  const post = newPost({
    title: words.postTitle,
    content,
    knowledgeBaseId: knowledgeBase.id,
    categoryId: category.id,
    parentId: null,
    order: 1,
  });
  return { knowledgeBase, category, post, selection: selectionOf(post) };
}
