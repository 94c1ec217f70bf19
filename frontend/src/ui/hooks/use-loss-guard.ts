import { useEffect, useRef } from 'react';
import { addLeaveGuard } from '../../lib/browser/leave-guards';
import { addNavigationGuard } from '../../lib/browser/navigation-guards';

interface Loss {
  /** Whether something would be lost now. */
  isNeeded: () => boolean;
  /** Asks about it, where the question belongs. */
  ask: () => void;
}

/** Keeps what a window holds when the page is left, by the browser's buttons as well. */
export function useLossGuard(loss: Loss): void {
  const latest = useRef(loss);
  latest.current = loss;
  useEffect(() => addLeaveGuard(async () => !latest.current.isNeeded()), []);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.isNeeded()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  useEffect(
    () =>
      addNavigationGuard({
        // The program itself leaves when it has done what was filled in.
        stops: ({ isByHistory }) => isByHistory && latest.current.isNeeded(),
        // The browser's button leaves a window as it leaves a page: what lies behind the window stays.
        ask: ({ stay }) => {
          stay();
          latest.current.ask();
        },
      }),
    [],
  );
}
