import type { EditorScreen } from './editor';

/** The text of the only article as it is stored, once it is saved. */
export async function storedText(editor: EditorScreen): Promise<string> {
  await editor.saved();
  return await editor.page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const open = indexedDB.open('md_editor_db', 1);
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction('posts').objectStore('posts').getAll();
          all.onsuccess = () => {
            resolve(all.result[0].content);
            open.result.close();
          };
        };
      }),
  );
}
