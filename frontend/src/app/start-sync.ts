import { whenIdle } from '../lib/browser/when-idle';
import { session } from '../storage/session';

/** Fetches the code of sync when the page is idle and somebody is logged in: nobody else needs it. */
export function startSync(): void {
  let isAsked = false;
  const ask = () => {
    if (isAsked || session.get().token === null) return;
    isAsked = true;
    whenIdle(() => {
      import('./watch-sync').then(
        ({ watchSync }) => watchSync(),
        // Asked for again at the next log-in, when the network is back, and when the author comes back.
        () => {
          isAsked = false;
        },
      );
    }, 1000);
  };
  session.subscribe(ask);
  addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
  ask();
}
