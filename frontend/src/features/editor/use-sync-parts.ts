import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle';
import { session } from '../../storage/session';
import { listSyncBases } from '../../storage/sync-rows';
import { showSyncParts } from './sync-slots';

/** After the first paint, fetches what sync shows: for authors who are logged in or who synchronize. */
export function useLoadedSyncParts(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    let stop: (() => void) | undefined;
    const load = async () => {
      const isWanted = session.get().token !== null || (await listSyncBases()).length > 0;
      if (!isWanted) return;
      const { loadSyncParts } = await import('./sync/parts');
      showSyncParts(await loadSyncParts());
    };
    // Without it the editor works as before; the next log-in or visit tries again.
    const start = () => load().catch(() => undefined);
    stop = whenIdle(() => void start(), 500);
    const unsubscribe = session.subscribe(() => void start());
    return () => {
      stop?.();
      unsubscribe();
    };
  }, [isShown]);
}
