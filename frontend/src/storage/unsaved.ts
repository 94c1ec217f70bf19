import { localKeys } from './keys';

/** An edit that was still on its way to the database when the page closed. */
export interface UnsavedEdit {
  postId: string;
  content: string;
  /** `updateDatetime` of the post that the edit was made on. */
  seen: number | null;
  datetime: number;
}

/**
 * Keeps an edit where a closing page can still write: a database needs more time than it gets then.
 *
 * A text that is too long for localStorage is left to the database alone.
 */
export function keepUnsaved(edit: UnsavedEdit): void {
  try {
    localStorage.setItem(localKeys.unsavedPost, JSON.stringify(edit));
  } catch {
    // Said above.
  }
}

/** The kept edit of a post, or null. It stays until {@link forgetUnsaved}. */
export function readUnsaved(postId: string): UnsavedEdit | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(localKeys.unsavedPost) ?? 'null');
    return isEdit(kept) && kept.postId === postId ? kept : null;
  } catch {
    return null;
  }
}

export function forgetUnsaved(): void {
  try {
    localStorage.removeItem(localKeys.unsavedPost);
  } catch {
    // Nothing could be kept there either.
  }
}

function isEdit(value: unknown): value is UnsavedEdit {
  return (
    typeof value === 'object' &&
    value !== null &&
    'postId' in value &&
    'content' in value &&
    typeof value.content === 'string' &&
    'seen' in value
  );
}
