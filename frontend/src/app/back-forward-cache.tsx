import { startTransition, useEffect, useRef, useState } from 'react';

/** How long React may take to draw a page that has come back, in milliseconds. */
const DRAWN_MS = 2000;

/**
 * Loads a page anew that comes back by "Back" and stands still.
 *
 * Firefox drops the messages that a page sends to itself while it is put away. React's scheduler sends itself one before it
 * works, and waits for ever for one that was dropped: a message of ours (sonner draws when a page is hidden) is enough.
 */
export function BackForwardCache(): null {
  const [nReturns, setReturns] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => location.reload(), DRAWN_MS);
      // Drawn by the scheduler, as what the router shows is.
      startTransition(() => setReturns((n) => n + 1));
    };
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pageshow', comeBack);
      clearTimeout(timer.current);
    };
  }, []);
  useEffect(() => {
    if (nReturns > 0) clearTimeout(timer.current);
  }, [nReturns]);
  return null;
}
