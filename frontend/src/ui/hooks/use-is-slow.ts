import { useEffect, useState } from 'react';
import { SLOW_OPENING_MS } from '../../config/http';

/** Whether the component that calls it has stood for so long that what it waits for is slow. */
export function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_OPENING_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}
