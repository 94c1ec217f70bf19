import type { Place } from './drive/place';
import type { Tab } from './drive/tab';

/** The article in the preview. */
export function article(tab: Tab): Place {
  return tab.frame('[data-testid=preview] iframe').find('section.article');
}

/** Puts a text into the storage and opens the editor on it: for texts that are long to type. */
export async function openWith(tab: Tab, text: string): Promise<void> {
  await tab.open('/md');
  await tab.find('[data-testid=save-state][data-state=saved]').shows();
  await tab.evaluate(fill, text);
  await tab.reload();
  await article(tab).shows();
}

/** Runs in the page: puts a text into the storage, past the open editor. */
function fill(content: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('md_editor_db', 1);
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const transaction = open.result.transaction('posts', 'readwrite');
      const store = transaction.objectStore('posts');
      const all = store.getAll();
      all.onsuccess = () => store.put({ ...all.result[0], content });
      transaction.oncomplete = () => {
        open.result.close();
        resolve(true);
      };
    };
  });
}
