import { useEffect } from 'react';
import { addLeaveGuard } from '../../lib/browser/leave-guards';
import { addWorkKeeper } from '../../lib/browser/unsaved-work';
import type { Workbench } from './workbench';

/** Saves when the page is left or hidden, and when something on it fails. */
export function useSaveOnLeave(workbench: Workbench): void {
  useEffect(() => {
    const save = () => workbench.session.leave();
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save();
    };
    const stopGuard = addLeaveGuard(async () => {
      await workbench.session.save();
      return workbench.store.get().save.kind === 'saved';
    });
    const stopKeeper = addWorkKeeper(() => workbench.keepText());
    // Chromium ends a page that is busy for half a second without its last events; for this one it waits.
    const saveOrWarn = (event: BeforeUnloadEvent) => {
      save();
      if (workbench.isAtRisk) event.preventDefault();
    };
    window.addEventListener('beforeunload', saveOrWarn);
    document.addEventListener('visibilitychange', saveWhenHidden);
    window.addEventListener('pagehide', save);
    return () => {
      stopGuard();
      stopKeeper();
      window.removeEventListener('beforeunload', saveOrWarn);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [workbench]);
}
