import { newId } from '../lib/new-id';
import { localKeys } from './keys';

/** An edit that was still on its way to the database when the page closed. */
interface UnsavedEdit {
  postId: string;
  content: string;
  /** `updateDatetime` of the post that the edit was made on. */
  seen: number | null;
  /** The text of a write that had not ended: the edit was made after that one, whether it reached the database or not. */
  writing?: string | undefined;
  datetime: number;
}

/** An edit as it was found, and where. */
export interface KeptEdit extends UnsavedEdit {
  key: string;
}

// Each post and page has an entry of its own: two pages never overwrite or forget each other's. Older pages wrote one for
// a post, and before that one for all.
const PREFIX = `${localKeys.unsavedPost}:`;
const PAGE = newId();
const ownKey = (postId: string) => `${PREFIX}${postId}:${PAGE}`;

/**
 * Keeps an edit where a closing page can still write: a database needs more time than it gets then.
 *
 * Returns false when localStorage does not take it: the text is too long, or storage is forbidden.
 */
export function keepUnsaved({ postId, content, seen, writing, datetime }: UnsavedEdit): boolean {
  const edit: UnsavedEdit = { postId, content, seen, writing, datetime };
  try {
    localStorage.setItem(ownKey(postId), JSON.stringify(edit));
    return true;
  } catch {
    return false;
  }
}

/** The edit of a post that this page has kept, or null. It stays until {@link forgetUnsaved}. */
export function readUnsaved(postId: string): UnsavedEdit | null {
  return allUnsaved().find(({ key }) => key === ownKey(postId)) ?? null;
}

/** Every kept edit, of whatever page, the oldest first. */
export function allUnsaved(): KeptEdit[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key === localKeys.unsavedPost || key.startsWith(PREFIX))
      .map((key) => parsed(localStorage.getItem(key), key))
      .filter((edit) => edit !== null)
      .sort((a, b) => a.datetime - b.datetime);
  } catch {
    return [];
  }
}

/** Forgets what this page has kept of a post. */
export function forgetUnsaved(postId: string): void {
  try {
    localStorage.removeItem(ownKey(postId));
  } catch {
    // Nothing could be kept there either.
  }
}

/** Forgets an edit, unless its page has kept another one since. */
export function forgetKept({ key, content }: KeptEdit): void {
  try {
    if (parsed(localStorage.getItem(key), key)?.content === content) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** Makes an edit of a page that is gone one of this page. It stays as it was when there is no room for that. */
export function adoptKept(edit: KeptEdit): void {
  if (edit.key !== ownKey(edit.postId) && keepUnsaved(edit)) forgetKept(edit);
}

function parsed(text: string | null, key: string): KeptEdit | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return isEdit(kept) ? { ...kept, key } : null;
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
