import { withVersion } from '../lib/posts/post-history';
import { withDatabase } from './db';
import { settingKeys } from './keys';
import { byOrder } from './knowledge-bases';
import { pageMemory } from './page-memory';
import { binRow, clearSummaries, LIBRARY_STORES, putPost } from './post-summaries';
import { toCategory, toKnowledgeBase, toPost } from './repair';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from './schema';
import { type EditorSettings, settingsOf } from './settings';
import { undoDeletion } from './sync/deletions';
import { inTransaction, together } from './transaction';

/** All that the author has: what a backup holds. Keys and tokens of services are no part of it. */
export interface LibrarySnapshot {
  knowledgeBases: KnowledgeBaseRecord[];
  categories: CategoryRecord[];
  posts: PostRecord[];
  settings: EditorSettings;
}

/** The whole library, in one moment. Errors of every function here: {@link StorageError}. */
export function readLibrarySnapshot(): Promise<LibrarySnapshot> {
  return withDatabase(async (db) => {
    const stores = ['knowledgeBases', 'categories', 'posts', 'settings'] as const;
    const transaction = db.transaction(stores);
    const [knowledgeBases, categories, posts, settings] = await Promise.all([
      transaction.objectStore('knowledgeBases').getAll(),
      transaction.objectStore('categories').getAll(),
      transaction.objectStore('posts').getAll(),
      transaction.objectStore('settings').getAll(settingKeys()),
      transaction.done,
    ]);
    return {
      knowledgeBases: knowledgeBases.map(toKnowledgeBase).sort(byOrder),
      categories: categories.map(toCategory).sort(byOrder),
      posts: posts.map(toPost),
      settings: settingsOf(settings),
    };
  });
}

/** What this page holds of the library, with the open post as it is on screen. It may be a part. */
export function heldSnapshot(open: PostRecord | null): LibrarySnapshot {
  const { knowledgeBases, categories, posts, settings } = pageMemory();
  const others = posts.all.filter(({ id }) => id !== open?.id);
  return {
    knowledgeBases: [...knowledgeBases],
    categories: [...categories.values()].flat(),
    posts: open === null ? others : [...others, open],
    settings: settingsOf([...settings.values()]),
  };
}

/**
 * Puts `next` in the place of the library there is; all of it or, when anything fails, nothing.
 *
 * `known`: the library that the author agrees to give up. A text that is not the one of `known` was written since and
 * stays: as a version of its post in `next`, else as the post that it is. The bin keeps what `next` lacks.
 */
export function replaceLibrary(next: LibrarySnapshot, known: LibrarySnapshot): Promise<void> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const bases = transaction.objectStore('knowledgeBases');
    const categories = transaction.objectStore('categories');
    const posts = transaction.objectStore('posts');
    const settings = transaction.objectStore('settings');
    const knownTexts = new Map(known.posts.map(({ id, content }) => [id, content]));
    const stored = (await posts.getAll()).map(toPost).filter(({ content }) => content !== '');
    const written = stored.filter(({ id, content }) => knownTexts.get(id) !== content);
    const kept = withWritten(next, written);
    const ids = new Set(kept.map(({ id }) => id));
    const gone = stored.filter(({ id }) => !ids.has(id));
    const now = Date.now();
    // Settings that a backup does not hold, such as keys of services, stay.
    await together(
      () => bases.clear(),
      () => categories.clear(),
      () => posts.clear(),
      () => clearSummaries(transaction, ids),
      ...next.knowledgeBases.map((record) => () => bases.put(record)),
      ...next.categories.map((record) => () => categories.put(record)),
      ...next.categories.map((record) => () => undoDeletion(settings, record)),
      ...gone.map((post) => () => settings.put(binRow(post, now))),
      ...kept.map((record) => () => putPost(transaction, record)),
      ...Object.entries(next.settings).map(
        ([key, value]) =>
          () =>
            settings.put({ key, value }),
      ),
    );
  });
}

/** The posts of `library` with other texts of theirs as versions; a text whose post it lacks is a post of it. */
export function withWritten(
  library: LibrarySnapshot,
  written: readonly PostRecord[],
): PostRecord[] {
  const byId = new Map(library.posts.map((post) => [post.id, post]));
  for (const post of written) {
    const own = byId.get(post.id);
    if (own === undefined) byId.set(post.id, placedIn(library, post));
    else if (own.content !== post.content) {
      const { updateDatetime: datetime, content } = post;
      const history = withVersion(own.history, { datetime, content }, Date.now(), true);
      byId.set(post.id, { ...own, history });
    }
  }
  return [...byId.values()];
}

/** The post in its own category, or in the first one when that is gone. */
function placedIn({ categories }: LibrarySnapshot, post: PostRecord): PostRecord {
  const category = categories.find(({ id }) => id === post.categoryId) ?? categories[0];
  if (category === undefined) return post;
  const { id: categoryId, knowledgeBaseId } = category;
  return { ...post, categoryId, knowledgeBaseId };
}
