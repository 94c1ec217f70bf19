import type { i18n } from 'i18next';
import { isLogin } from '../api/account';
import { ApiError } from '../api/api-error';
import { connectApi } from '../api/client';
import { checkHealth } from '../api/system';
import { localeOf } from '../i18n';
import { errorText } from '../i18n/error-text';
import { Store } from '../lib/store';
import { closeSession, session, subscribeToOtherTabs, updateUser } from '../storage/session';
import { toast } from '../ui/states/toast';

/** Whether the network and our server are there. */
export const connection = new Store({
  // The build renders screens in Node, which has no network to lose.
  isOnline: globalThis.navigator?.onLine ?? true,
  isServerReached: true,
});

/** Connects the calls of the API with the session and the words; checks a kept session in the background. */
export function startConnection(words: i18n): void {
  connectApi({
    token: () => session.get().token,
    language: () => localeOf(words),
    onUnauthorized: (error, token) => {
      // The answer may belong to a session that has been replaced meanwhile.
      if (session.get().token !== token) return;
      closeSession();
      // Guarded screens redirect to the login by themselves; in the editor only a message is shown.
      toast.failure(errorText(words.t, error), { id: 'session' });
    },
    onReach: (isReached) => {
      if (isReached) connection.set({ isServerReached: true });
      else void makeSure();
    },
  });
  subscribeToOtherTabs();
  addEventListener('online', () => connection.set({ isOnline: true }));
  addEventListener('offline', () => connection.set({ isOnline: false }));
  if (session.get().token !== null) isLogin().then(updateUser, () => undefined);
}

let isMakingSure = false;

/** One request without an answer may be one that the browser keeps back, as filters of advertisements do: another one tells. */
async function makeSure(): Promise<void> {
  // The question itself reports, too.
  if (isMakingSure || !connection.get().isServerReached) return;
  isMakingSure = true;
  try {
    await checkHealth();
  } catch (error) {
    if (error instanceof ApiError && error.isConnection) connection.set({ isServerReached: false });
  } finally {
    isMakingSure = false;
  }
}
