import { whenIdle } from '../lib/when-idle';
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
        // Without a network it is asked for again at the next log-in or visit.
        () => {
          isAsked = false;
        },
      );
    }, 1000);
  };
  session.subscribe(ask);
  ask();
}
