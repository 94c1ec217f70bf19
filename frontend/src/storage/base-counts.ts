import { withDatabase } from './db';
import { allSummaries, visitPosts } from './post-summaries';

/** What a knowledge base of this browser holds. */
export interface BaseCounts {
  nDocuments: number;
  /** The last change of a document, in milliseconds; 0 when there is none. */
  changed: number;
}

/** Documents of each knowledge base, by its id, without reading a text. Errors: {@link StorageError}. */
export function readBaseCounts(): Promise<Map<string, BaseCounts>> {
  return withDatabase(async (db) => {
    const counts = new Map<string, BaseCounts>();
    for (const post of (await allSummaries(db.transaction('settings'))).values()) {
      const known = counts.get(post.knowledgeBaseId) ?? { nDocuments: 0, changed: 0 };
      known.nDocuments += 1;
      known.changed = Math.max(known.changed, post.updateDatetime);
      counts.set(post.knowledgeBaseId, known);
    }
    return counts;
  });
}

/** Words of the posts that were counted, with the stamp of the text. */
const counted = new Map<string, { stamp: number; nWords: number }>();

/** Words of each knowledge base, by its id. Reads every text once. Errors: {@link StorageError}, and those of `count`. */
export function readBaseWords(count: (text: string) => number): Promise<Map<string, number>> {
  return withDatabase(async (db) => {
    const words = new Map<string, number>();
    await visitPosts(db, ({ id, knowledgeBaseId, updateDatetime: stamp, content }) => {
      const known = counted.get(id);
      const nWords = known?.stamp === stamp ? known.nWords : count(content);
      counted.set(id, { stamp, nWords });
      words.set(knowledgeBaseId, (words.get(knowledgeBaseId) ?? 0) + nWords);
    });
    return words;
  });
}
