import { localDay } from '../lib/dates';
import { type Database, database } from './db';
import { storageError } from './errors';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from './schema';
import { DEFAULT_SETTINGS, type EditorSettings, readSettings, writeSettings } from './settings';
import { forgetUnsaved, readUnsaved } from './unsaved';

/** Words of the records made at the first start, in the author's language. */
export interface FirstWords {
  knowledgeBaseName: string;
  knowledgeBaseDescription: string;
  postTitle: string;
  /** The tutorial article; asked for at the first start only. */
  content: () => Promise<string>;
}

/** What the editor starts with. */
export interface FirstData {
  settings: EditorSettings;
  post: PostRecord;
}

/**
 * Reads the settings and the current post; makes the default knowledge base, category and post if there are none.
 *
 * - Source: specification §3 (defaults) and §4, Editor data.
 * - Errors: {@link StorageError}.
 */
export async function readFirstData(words: FirstWords): Promise<FirstData> {
  try {
    const settings = await readSettings();
    const db = await database();
    const post = await currentPost(db, settings);
    if (post !== undefined) return { settings, post: await withUnsaved(db, post) };
    return await createDefaults(db, settings, words);
  } catch (error) {
    throw storageError(error);
  }
}

/** The same data without a database: the editor works, only nothing is kept. */
export async function volatileFirstData(words: FirstWords): Promise<FirstData> {
  const made = defaultRecords(words, await words.content());
  return { settings: { ...DEFAULT_SETTINGS, ...made.selection }, post: made.post };
}

async function currentPost(
  db: Database,
  settings: EditorSettings,
): Promise<PostRecord | undefined> {
  const selected = await db.get('posts', settings.current_post_id);
  if (selected !== undefined) return selected;
  const all = await db.getAll('posts');
  return all.sort((a, b) => a.order - b.order)[0];
}

/** Takes over an edit that the last page could not write; one that came too late goes into the history. */
async function withUnsaved(db: Database, post: PostRecord): Promise<PostRecord> {
  const kept = readUnsaved(post.id);
  if (kept === null) return post;
  const next = { ...post, updateDatetime: Math.max(Date.now(), post.updateDatetime + 1) };
  if (kept.content === post.content) {
    forgetUnsaved();
    return post;
  }
  if (kept.seen === post.updateDatetime) next.content = kept.content;
  else next.history = [...post.history, { datetime: kept.datetime, content: kept.content }];
  await db.put('posts', next);
  forgetUnsaved();
  return next;
}

async function createDefaults(
  db: Database,
  settings: EditorSettings,
  words: FirstWords,
): Promise<FirstData> {
  // Fetched before the transaction: one that waits for anything else ends by itself.
  const made = defaultRecords(words, await words.content());
  const transaction = db.transaction(['knowledgeBases', 'categories', 'posts'], 'readwrite');
  // Two tabs may start at once: the second finds the first one's post.
  const existing = (await transaction.objectStore('posts').getAll())[0];
  if (existing !== undefined) {
    await transaction.done;
    return { settings, post: existing };
  }
  void transaction.objectStore('knowledgeBases').put(made.knowledgeBase);
  void transaction.objectStore('categories').put(made.category);
  void transaction.objectStore('posts').put(made.post);
  await transaction.done;
  await writeSettings(made.selection);
  return { settings: { ...settings, ...made.selection }, post: made.post };
}

function defaultRecords(words: FirstWords, content: string) {
  const now = Date.now();
  const stamps = { createDatetime: now, updateDatetime: now };
  const knowledgeBase: KnowledgeBaseRecord = {
    id: newId(),
    name: words.knowledgeBaseName,
    description: words.knowledgeBaseDescription,
    order: 1,
    ...stamps,
  };
  const category: CategoryRecord = {
    id: newId(),
    knowledgeBaseId: knowledgeBase.id,
    name: 'docs',
    slug: 'docs',
    type: 'docs',
    description: '',
    order: 1,
    ...stamps,
  };
  const post: PostRecord = {
    id: newId(),
    title: words.postTitle,
    content,
    history: [],
    knowledgeBaseId: knowledgeBase.id,
    categoryId: category.id,
    parentId: null,
    order: 1,
    frontMatter: { title: words.postTitle, date: localDay(new Date(now)), tags: [], draft: false },
    router_path: '',
    collapsed: false,
    ...stamps,
  };
  const selection = {
    current_kb_id: knowledgeBase.id,
    current_category_id: category.id,
    current_post_id: post.id,
  };
  return { knowledgeBase, category, post, selection };
}

// `crypto.randomUUID` exists in secure contexts only, and a self-hosted copy may run on plain http.
function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
