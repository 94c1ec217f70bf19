import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { guardOf, type NavigationGuard } from '../lib/browser/navigation-guards';

/** Asks the guards of what is on the screen before the router leaves it. It is the only blocker of the program. */
export function NavigationBlocker() {
  const asked = useRef<NavigationGuard | undefined>(undefined);
  const blocker = useBlocker(({ historyAction, nextLocation }) => {
    const isByHistory = historyAction === 'POP';
    asked.current = guardOf({ isByHistory, pathname: nextLocation.pathname });
    return asked.current !== undefined;
  });
  useEffect(() => {
    if (blocker.state === 'blocked')
      asked.current?.ask({ proceed: blocker.proceed, stay: blocker.reset });
  }, [blocker]);
  return null;
}
