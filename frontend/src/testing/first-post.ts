import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { DATABASE_NAME } from '../config/constants';
import { closeDatabase } from '../storage/db';
import { type FirstWords, readFirstData } from '../storage/first-data';

/** What the first start writes in a test. */
export const firstWords: FirstWords = {
  knowledgeBaseName: '我的知识库',
  knowledgeBaseDescription: '默认知识库',
  postTitle: '内容 1',
  content: async () => '# 教程',
};

/** A browser that has stored nothing. */
export function emptyBrowser(): void {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
}

/** The browser empties the database under the page, as Chromium does on a full disk. */
export async function emptyDatabase(): Promise<void> {
  await closeDatabase();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(DATABASE_NAME).onsuccess = resolve;
  });
}

/** Another tab of the browser: it shares the database, and holds nothing of it yet. */
export async function otherTab<T>(work: () => Promise<T>): Promise<T> {
  const own = indexedDB;
  await closeDatabase();
  const shared = new Proxy(own, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  vi.stubGlobal('indexedDB', shared);
  const result = await work();
  await closeDatabase();
  vi.stubGlobal('indexedDB', own);
  return result;
}

/** Closes the database and takes back what was stubbed or mocked. */
export async function closeBrowser(): Promise<void> {
  await closeDatabase();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}

/** The first data of a database that has a post. */
export async function readFirstPost(words: FirstWords = firstWords) {
  const { settings, post } = await readFirstData(words);
  if (post === null) throw new Error('no post');
  return { settings, post };
}
