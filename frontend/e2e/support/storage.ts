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
  return page.evaluate(
    (values) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('md_editor_db', 1);
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const transaction = open.result.transaction('settings', 'readwrite');
          for (const [key, value] of Object.entries(values)) {
            transaction.objectStore('settings').put({ key, value });
          }
          transaction.oncomplete = () => {
            open.result.close();
            resolve();
          };
        };
      }),
    settings,
  );
}
