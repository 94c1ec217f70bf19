import { useEffect, useState } from 'react';

/** From when on it is said that the network is slow, in milliseconds. */
const SLOW_MS = 4_000;

/** Whether the component that calls it has stood for so long that what it waits for is slow. */
export function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}
