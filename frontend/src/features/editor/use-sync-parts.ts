import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isMissingPart, loadPart } from '../../lib/browser/load-part';
import { whenIdle } from '../../lib/browser/when-idle';
import { session } from '../../storage/session';
import { listSyncBases } from '../../storage/sync/rows';
import { toast } from '../../ui/states/toast';
import { showSyncParts } from './sync-slots';
import type { Workbench } from './workbench';

/** When the source editor is there, fetches what sync shows: for authors who are logged in or who synchronize. */
export function useLoadedSyncParts(workbench: Workbench): void {
  const { t } = useTranslation(['errors', 'app']);
  const words = useRef(t);
  words.current = t;
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const load = async () => {
      const isWanted = session.get().token !== null || (await listSyncBases()).length > 0;
      if (!isWanted) return;
      const parts = await loadPart(async () => (await import('./sync/parts')).loadSyncParts());
      showSyncParts(parts);
    };
    // Without it the editor works as before, but what is written here stays here.
    const start = (): Promise<void> =>
      load().catch((error: unknown) => {
        if (isOver || !isMissingPart(error)) return;
        toast.failure(words.current('errors:editor.sync'), {
          id: 'sync.part',
          isLasting: true,
          action: { label: words.current('app:action.retry'), onSelect: () => void start() },
        });
      });
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
