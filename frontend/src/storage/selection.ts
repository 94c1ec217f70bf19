import type { TextPlace } from '../lib/text/text-search';
import { sessionKeys } from './keys';

/** The post that this tab has open, over a reload: another tab may have another one. Null when unknown. */
export function readTabSelection(): string | null {
  try {
    return sessionStorage.getItem(sessionKeys.currentPost);
  } catch {
    return null;
  }
}

export function writeTabSelection(postId: string): void {
  try {
    sessionStorage.setItem(sessionKeys.currentPost, postId);
  } catch {
    // The tab then opens the post that was selected last anywhere.
  }
}

let place: (TextPlace & { postId: string }) | null = null;

/** The place of a post that the editor shows when it opens the post next, in this page. */
export function writeTabPlace(postId: string, { line, column, found }: TextPlace): void {
  place = { postId, line, column, found };
}

/** The place that is to be shown of the post that was opened, once; null when there is none. */
export function takeTabPlace(postId: string | null): TextPlace | null {
  const taken = place;
  place = null;
  return taken?.postId === postId ? taken : null;
}
