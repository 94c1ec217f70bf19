import { localKeys } from './keys';

/** What was written in a tab of a site's settings, and what it was written on. */
export interface KeptDraft<T = unknown> {
  value: T;
  saved: T;
  revision: number;
}

/** By tab. */
export type KeptDrafts = Readonly<Record<string, KeptDraft>>;

// Each account has entries of its own: nobody else on this browser is offered them.
const keyOf = (accountId: string, siteId: string) =>
  `${localKeys.siteDrafts}:${accountId}:${siteId}`;

/** Keeps what is not saved of a site for an account, until it is forgotten. False where storage is forbidden or full. */
export function keepSiteDrafts(accountId: string, siteId: string, drafts: KeptDrafts): boolean {
  try {
    localStorage.setItem(keyOf(accountId, siteId), JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}

/** What is kept of a site for an account; null for nothing. */
export function readSiteDrafts(accountId: string, siteId: string): KeptDrafts | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId, siteId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const drafts = Object.entries(kept).filter(([, draft]) => isKept(draft));
    return drafts.length === 0 ? null : Object.fromEntries(drafts);
  } catch {
    return null;
  }
}

export function forgetSiteDrafts(accountId: string, siteId: string): void {
  try {
    localStorage.removeItem(keyOf(accountId, siteId));
  } catch {
    // Nothing could be kept there either.
  }
}

function isKept(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { value: written, saved, revision } = value as Record<string, unknown>;
  return (
    typeof written === 'object' &&
    written !== null &&
    typeof saved === 'object' &&
    saved !== null &&
    typeof revision === 'number'
  );
}
