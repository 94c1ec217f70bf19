import { withDatabase } from './db';
import { POST_STORES, putPost } from './post-summaries';

/**
 * Replaces text in the posts that hold `needle`, apart from the one with the id `except`.
 *
 * - `change` gives the new text, or null when it finds nothing to do.
 * - Errors: {@link StorageError}.
 */
export function replaceInPosts(
  needle: string,
  except: string | null,
  change: (text: string) => string | null,
): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(POST_STORES, 'readwrite');
    const puts: Promise<unknown>[] = [];
    for await (const cursor of transaction.objectStore('posts')) {
      const post = cursor.value;
      if (post.id === except || !post.content.includes(needle)) continue;
      const content = change(post.content);
      if (content === null) continue;
      const updateDatetime = Math.max(Date.now(), post.updateDatetime + 1);
      puts.push(putPost(transaction, { ...post, content, updateDatetime }));
    }
    await Promise.all([...puts, transaction.done]);
  });
}
