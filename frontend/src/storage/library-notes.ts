import { localKeys } from './keys';

/**
 * A note in localStorage of what the database should hold. A browser that clears one of them may keep the other, so what
 * is gone can be named.
 */

/** A post as the note names it. */
export interface MarkedPost {
  id: string;
  title: string;
  /** Name of its knowledge base. */
  base: string;
}

export interface LibraryMarker {
  /** The row `~identity` of the database. */
  identity: string;
  bases: string[];
  nPosts: number;
  /** Articles and knowledge bases in the bin. A note of an older version does not say. */
  nBinned?: number;
  /** The posts written last, the last first. */
  posts: MarkedPost[];
  /** A knowledge base is synchronized: the server has it. */
  isSynchronized: boolean;
}

/** The note; null when there is none, or none that can be read. */
export function readMarker(): LibraryMarker | null {
  return readNote<LibraryMarker>(localKeys.libraryMarker);
}

/** A note of localStorage, which this code has written; null when there is none. */
export function readNote<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null removes it. */
export function writeNote(key: string, note: object | null): void {
  try {
    if (note === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(note));
  } catch {
    // Without the note a loss is told with fewer words.
  }
}
