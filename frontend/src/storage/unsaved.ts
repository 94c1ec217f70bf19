import { localKeys } from './keys';

/** An edit that was still on its way to the database when the page closed. */
export interface UnsavedEdit {
  postId: string;
  content: string;
  /** `updateDatetime` of the post that the edit was made on. */
  seen: number | null;
  datetime: number;
}

// Each post has an entry of its own: two tabs never overwrite each other's. Older pages wrote one for all.
const PREFIX = `${localKeys.unsavedPost}:`;

/**
 * Keeps an edit where a closing page can still write: a database needs more time than it gets then.
 *
 * Returns false when localStorage does not take it: the text is too long, or storage is forbidden.
 */
export function keepUnsaved(edit: UnsavedEdit): boolean {
  try {
    localStorage.setItem(PREFIX + edit.postId, JSON.stringify(edit));
    return true;
  } catch {
    return false;
  }
}

/** The kept edit of a post, or null. It stays until {@link forgetUnsaved}. */
export function readUnsaved(postId: string): UnsavedEdit | null {
  return allUnsaved().find((edit) => edit.postId === postId) ?? null;
}

/** Every kept edit. */
export function allUnsaved(): UnsavedEdit[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key === localKeys.unsavedPost || key.startsWith(PREFIX))
      .map((key) => parsed(localStorage.getItem(key)))
      .filter((edit) => edit !== null);
  } catch {
    return [];
  }
}

export function forgetUnsaved(postId: string): void {
  try {
    localStorage.removeItem(PREFIX + postId);
    if (parsed(localStorage.getItem(localKeys.unsavedPost))?.postId === postId) {
      localStorage.removeItem(localKeys.unsavedPost);
    }
  } catch {
    // Nothing could be kept there either.
  }
}

function parsed(text: string | null): UnsavedEdit | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return isEdit(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isEdit(value: unknown): value is UnsavedEdit {
  return (
    typeof value === 'object' &&
    value !== null &&
    'postId' in value &&
    typeof value.postId === 'string' &&
    'content' in value &&
    typeof value.content === 'string' &&
    'seen' in value
  );
}
