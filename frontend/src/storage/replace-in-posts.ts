import { database } from './db';
import { storageError } from './errors';

/**
 * Replaces text in the posts that hold `needle`, apart from the one with the id `except`.
 *
 * - `change` gives the new text, or null when it finds nothing to do.
 * - Errors: {@link StorageError}.
 */
export async function replaceInPosts(
  needle: string,
  except: string | null,
  change: (text: string) => string | null,
): Promise<void> {
  try {
    const transaction = (await database()).transaction('posts', 'readwrite');
    for await (const cursor of transaction.store) {
      const post = cursor.value;
      if (post.id === except || !post.content.includes(needle)) continue;
      const content = change(post.content);
      if (content === null) continue;
      await cursor.update({
        ...post,
        content,
        updateDatetime: Math.max(Date.now(), post.updateDatetime + 1),
      });
    }
    await transaction.done;
  } catch (error) {
    throw storageError(error);
  }
}
