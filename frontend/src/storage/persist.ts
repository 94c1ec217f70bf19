import { Store } from '../lib/store';
import { localKeys } from './keys';
import { readMarker } from './library-notes';

/** `ask`: the browser will ask the author. `advise`: it does not promise to keep what is stored. */
type KeepOffer = 'ask' | 'advise';

/** What the author is offered, so that the browser does not clear their texts; null for nothing. */
export const keeping = new Store<{ offer: KeepOffer | null }>({ offer: null });

const DISMISSED = 'dismissed';
/** Where the browser clears only when space runs short, who has fewer posts than this is not reminded of backups. */
const REMINDED_FROM_POSTS = 5;
let isAsked = false;

/**
 * Asks the browser, once per page, not to clear what is stored. Never fails.
 *
 * A browser that would ask the author is asked when the author presses the offer.
 */
export function askToPersist(): void {
  if (isAsked) return;
  isAsked = true;
  offerFor(navigator).then(
    (offer) => keeping.set({ offer: isDismissed() ? null : offer }),
    () => undefined,
  );
}

/** Asks after a press of the author. Returns whether the browser keeps what is stored from now on. */
export async function persist(): Promise<boolean> {
  const isKept = await navigator.storage.persist().catch(() => false);
  keeping.set({ offer: isKept ? null : 'advise' });
  return isKept;
}

/** The author wants to hear of it no more. */
export function dismissKeepOffer(): void {
  keeping.set({ offer: null });
  try {
    localStorage.setItem(localKeys.keepOffer, DISMISSED);
  } catch {
    // It then comes back with the next page.
  }
}

async function offerFor({ storage, permissions }: Navigator): Promise<KeepOffer | null> {
  // Over plain http there is none.
  if (typeof storage?.persist !== 'function' || (await storage.persisted())) return null;
  // Chromium decides by itself, and clears only when space runs short.
  const isChromium = isChromiumHere();
  const state = isChromium ? 'granted' : await stateOf(permissions);
  if (state === 'prompt') return 'ask';
  if (await storage.persist()) return null;
  const isSmall = (readMarker()?.nPosts ?? 0) < REMINDED_FROM_POSTS;
  return isChromium && isSmall ? null : 'advise';
}

/** The browser is Chrome, Edge or one like them. */
export function isChromiumHere(): boolean {
  return 'userAgentData' in navigator;
}

/** Undefined where the browser has no such permission: Safari decides by itself. */
async function stateOf(permissions: Permissions | undefined): Promise<string | undefined> {
  try {
    return (await permissions?.query({ name: 'persistent-storage' }))?.state;
  } catch {
    return undefined;
  }
}

function isDismissed(): boolean {
  try {
    return localStorage.getItem(localKeys.keepOffer) === DISMISSED;
  } catch {
    return false;
  }
}
