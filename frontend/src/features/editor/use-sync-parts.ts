import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle';
import { session } from '../../storage/session';
import { listSyncBases } from '../../storage/sync/rows';
import { showSyncParts } from './sync-slots';
import type { Workbench } from './workbench';

/** When the source editor is there, fetches what sync shows: for authors who are logged in or who synchronize. */
export function useLoadedSyncParts(workbench: Workbench): void {
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const load = async () => {
      const isWanted = session.get().token !== null || (await listSyncBases()).length > 0;
      if (!isWanted) return;
      const { loadSyncParts } = await import('./sync/parts');
      showSyncParts(await loadSyncParts());
    };
    // Without it the editor works as before; the next log-in or visit tries again.
    const start = () => load().catch(() => undefined);
    void workbench.view.sourceReady.then(() => {
      if (isOver) return;
      const cancel = whenIdle(() => void start(), 500);
      const unsubscribe = session.subscribe(() => void start());
      stop = () => {
        cancel();
        unsubscribe();
      };
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [workbench]);
}
