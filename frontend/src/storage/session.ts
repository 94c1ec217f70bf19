import type { Locale } from '../config/constants';
import { Store } from '../lib/store';
import { localKeys } from './keys';

/** The account that is logged in, as the server describes it. Source: specification §3, Account and space. */
export interface UserInfo {
  id: string;
  nickname: string;
  email?: string | null;
  phone?: string | null;
  avatarUrl?: string | null;
  locale: Locale;
  /** `admin` for administrators of the platform. */
  roles: string[];
  personalTeamId: string;
  createdAt: string;
  /** When the account will be gone, after its owner asked for that. */
  deletesAt?: string | null;
}

interface Session {
  token: string | null;
  user: UserInfo | null;
  /** The user logged out; false when the server ended the session. */
  loggedOutByUser?: boolean;
}

const NOBODY: Session = { token: null, user: null };

/** The authenticated user of this browser; all tabs share it. */
export const session = new Store<Session>(read());

/** Logged in: keeps token and account. False when the browser does not, so that the session ends with the page. */
export function openSession(token: string, user: UserInfo): boolean {
  session.set({ token, user, loggedOutByUser: false });
  return write({ token, user });
}

/** Whether this browser keeps anything at all beyond the page. */
export function canKeepSession(): boolean {
  return attempt(() => {
    localStorage.setItem(localKeys.probe, '1');
    localStorage.removeItem(localKeys.probe);
  });
}

/** The account has changed. An answer about another account came too late: somebody else has logged in since. */
export function updateUser(user: UserInfo): void {
  const current = session.get();
  if (current.token !== null && current.user?.id === user.id) openSession(current.token, user);
}

/** Logged out: forgets token and account. */
export function closeSession({ loggedOutByUser = false } = {}): void {
  session.set({ ...NOBODY, loggedOutByUser });
  write(NOBODY);
}

/** Takes over what other tabs do to the session, and did while this page was put away. Returns a function that unsubscribes. */
export function subscribeToOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === localKeys.token) session.set(read());
  };
  // A page that comes back with "Back" was told nothing meanwhile. One whose session is not kept has only its own.
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted && isKept) session.set(read());
  };
  addEventListener('storage', follow);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('storage', follow);
    removeEventListener('pageshow', comeBack);
  };
}

function read(): Session {
  try {
    const token = localStorage.getItem(localKeys.token);
    const user: unknown = JSON.parse(localStorage.getItem(localKeys.userInfo) ?? 'null');
    return token !== null && isUser(user) ? { token, user } : NOBODY;
  } catch {
    return NOBODY;
  }
}

/** False once the browser has refused to keep what this page knows. */
let isKept = true;

// A browser that forbids storage, or has no room left, keeps the session as long as the page.
function write({ token, user }: Session): boolean {
  attempt(() => {
    if (token === null || user === null) return forget();
    // The account first: the token is what other tabs listen to.
    localStorage.setItem(localKeys.userInfo, JSON.stringify(user));
    localStorage.setItem(localKeys.token, token);
  });
  isKept = attempt(() => {
    if (localStorage.getItem(localKeys.token) !== token) throw new Error('it was not kept');
  });
  // Half of a session, or the one before, would be that of somebody else.
  if (!isKept) attempt(forget);
  return isKept;
}

function forget(): void {
  localStorage.removeItem(localKeys.token);
  localStorage.removeItem(localKeys.userInfo);
}

function attempt(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}

function isUser(value: unknown): value is UserInfo {
  return (
    typeof value === 'object' &&
    value !== null &&
    'nickname' in value &&
    typeof value.nickname === 'string' &&
    'roles' in value &&
    Array.isArray(value.roles)
  );
}
