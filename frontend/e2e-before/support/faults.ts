import type { Page } from '@playwright/test';

/** Ends the page's process as a crash does: no event tells the page. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The answer never comes: its sender is gone.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** Every write to the database fails from now on, as with a full disk; `heal` ends it. */
export async function failWrites(page: Page, name = 'QuotaExceededError'): Promise<void> {
  await page.evaluate((kind) => {
    const put = IDBObjectStore.prototype.put;
    Object.assign(globalThis, {
      heal: () => {
        IDBObjectStore.prototype.put = put;
      },
    });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('injected', kind);
    };
  }, name);
}

/** Transactions that write are aborted halfway, after the browser has taken their records. */
export async function abortWrites(page: Page): Promise<void> {
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    Object.assign(globalThis, {
      heal: () => {
        IDBObjectStore.prototype.put = put;
      },
    });
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      const request = put.apply(this, args);
      this.transaction.abort();
      return request;
    };
  });
}

/** A transaction of the page that does not end keeps every other one waiting. */
export async function blockWrites(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open('md_editor_db', 1);
        open.onsuccess = () => {
          const database = open.result;
          const store = database.transaction('posts', 'readwrite').objectStore('posts');
          let isBlocked = true;
          Object.assign(globalThis, {
            heal: () => {
              isBlocked = false;
              database.close();
            },
          });
          const goOn = () => {
            if (isBlocked) store.count().onsuccess = goOn;
          };
          goOn();
          resolve();
        };
      }),
  );
}

export async function heal(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { heal: () => void }).heal());
}
