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

/**
 * Puts one article into the storage of a browser that has not been here: the first load of the editor opens it.
 *
 * The page is left at `/robots.txt`, the smallest one of the address.
 */
export async function storeArticle(page: Page, content: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(putArticle, content);
}

/** Runs in the page: where there are articles the first one gets the text, else one is made. */
export function putArticle(text: string): Promise<boolean> {
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
          ...{ id: 'kb', name: '我的知识库', description: '默认知识库', order: 1 },
          ...stamps,
        });
        put('categories', {
          ...{ id: 'docs', knowledgeBaseId: 'kb', name: 'docs', slug: 'docs', type: 'docs' },
          ...{ description: '', order: 1 },
          ...stamps,
        });
        put('posts', {
          ...{ id: 'post', title: '内容 1', content: text, history: [], collapsed: false },
          ...{ knowledgeBaseId: 'kb', categoryId: 'docs', parentId: null, order: 1 },
          frontMatter: { title: '内容 1', date: '2026-01-01', tags: [], draft: false },
          router_path: '',
          isNamed: false,
          ...stamps,
        });
        const selected = { current_kb_id: 'kb', current_category_id: 'docs' };
        for (const [key, value] of Object.entries({ ...selected, current_post_id: 'post' })) {
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
