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
