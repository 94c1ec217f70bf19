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

export interface Session {
  token: string | null;
  user: UserInfo | null;
  /** The user logged out; false when the server ended the session. */
  loggedOutByUser?: boolean;
}

const NOBODY: Session = { token: null, user: null };

/** The authenticated user of this browser; all tabs share it. */
export const session = new Store<Session>(read());

/** Logged in: keeps token and account. */
export function openSession(token: string, user: UserInfo): void {
  session.set({ token, user, loggedOutByUser: false });
  write({ token, user });
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

/** Takes over what other tabs do to the session. Returns a function that unsubscribes. */
export function subscribeToOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === localKeys.token) session.set(read());
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
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

// A browser that forbids storage keeps the session as long as the page.
function write({ token, user }: Session): void {
  try {
    if (token === null || user === null) {
      localStorage.removeItem(localKeys.token);
      localStorage.removeItem(localKeys.userInfo);
    } else {
      // The account first: the token is what other tabs listen to.
      localStorage.setItem(localKeys.userInfo, JSON.stringify(user));
      localStorage.setItem(localKeys.token, token);
    }
  } catch {
    // Said above.
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
