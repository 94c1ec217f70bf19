import type { Page } from '@playwright/test';

/** All records of one store of the browser database. */
export function records(page: Page, store: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open('md_editor_db', 1);
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            open.result.close();
            resolve(all.result);
          };
        };
      }),
    store,
  );
}

/** Writes settings past the open page; they hold from the next load on. */
export function putSettings(page: Page, settings: Record<string, unknown>): Promise<void> {
  return page.evaluate(writeSettings, settings);
}

/** Runs in the page: writes settings into a storage that is there already. */
export function writeSettings(settings: Record<string, unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('md_editor_db', 1);
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const transaction = open.result.transaction('settings', 'readwrite');
      for (const [key, value] of Object.entries(settings)) {
        transaction.objectStore('settings').put({ key, value });
      }
      transaction.oncomplete = () => {
        open.result.close();
        resolve();
      };
    };
  });
}

/** What an author has written who has just begun: the tutorial, which a first visit shows, draws diagrams and formulas. */
export const SHORT_ARTICLE = '# 第一篇\n\n一段字。\n';

/**
 * Puts one article into the storage of a browser that has not been here: the first load of the editor opens it.
 *
 * The page is left at `/robots.txt`, the smallest one of the address.
 */
export async function storeArticle(page: Page, content: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(putArticle, content);
}

/** Runs in the page: whether an article is stored. */
async function hasArticles(): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('md_editor_db')) return false;
  return await new Promise((resolve, reject) => {
    const open = indexedDB.open('md_editor_db');
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const count = open.result.transaction('posts').objectStore('posts').count();
      count.onsuccess = () => {
        open.result.close();
        resolve(count.result > 0);
      };
    };
  });
}

/** Stores {@link SHORT_ARTICLE} past a page of the address, unless there is an article. */
export async function putShortArticle(page: Page): Promise<void> {
  if (!(await page.evaluate(hasArticles))) await page.evaluate(putArticle, SHORT_ARTICLE);
}

/** Runs in the page: where there are articles the first one gets the text, else one is made. */
export function putArticle(text: string): Promise<boolean> {
  // Plain http has no `randomUUID`.
  const newId = () => URL.createObjectURL(new Blob()).slice(-36);
  const [base, category, post] = [newId(), newId(), newId()];
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('md_editor_db', 1);
    open.onerror = () => reject(open.error);
    // The stores as `src/storage/upgrade.ts` makes them.
    open.onupgradeneeded = () => {
      const store = (name: string, keyPath: string, ...indexes: string[]) => {
        const made = open.result.createObjectStore(name, { keyPath });
        for (const index of indexes) made.createIndex(index, index);
      };
      store('knowledgeBases', 'id', 'order');
      store('categories', 'id', 'knowledgeBaseId');
      store('posts', 'id', 'knowledgeBaseId', 'categoryId', 'parentId');
      store('settings', 'key');
      const settings = open.transaction?.objectStore('settings');
      settings?.put({ key: '~identity', value: newId() });
    };
    open.onsuccess = () => {
      const names = ['knowledgeBases', 'categories', 'posts', 'settings'];
      const transaction = open.result.transaction(names, 'readwrite');
      const put = (name: string, record: object) => transaction.objectStore(name).put(record);
      const now = Date.now();
      const stamps = { createDatetime: now, updateDatetime: now };
      const all = transaction.objectStore('posts').getAll();
      all.onsuccess = () => {
        const [first] = all.result;
        if (first !== undefined) {
          put('posts', { ...first, content: text });
          return;
        }
        put('knowledgeBases', {
          ...{ id: base, name: '我的知识库', description: '默认知识库', order: 1 },
          ...stamps,
        });
        put('categories', {
          ...{ id: category, knowledgeBaseId: base, name: 'docs', slug: 'docs', type: 'docs' },
          ...{ description: '', order: 1 },
          ...stamps,
        });
        put('posts', {
          ...{ id: post, title: '内容 1', content: text, history: [], collapsed: false },
          ...{ knowledgeBaseId: base, categoryId: category, parentId: null, order: 1 },
          frontMatter: { title: '内容 1', date: '2026-01-01', tags: [], draft: false },
          router_path: '',
          isNamed: false,
          ...stamps,
        });
        const selected = { current_kb_id: base, current_category_id: category };
        for (const [key, value] of Object.entries({ ...selected, current_post_id: post })) {
          put('settings', { key, value });
        }
      };
      transaction.onerror = () => reject(transaction.error);
      transaction.oncomplete = () => {
        open.result.close();
        resolve(true);
      };
    };
  });
}
