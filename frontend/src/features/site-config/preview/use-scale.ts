import { type RefCallback, useCallback, useState } from 'react';

interface Scale {
  /** Goes onto the box around what is scaled. */
  box: RefCallback<HTMLElement>;
  scale: number;
  /** Height at which the scaled content fills the box, in CSS pixels. */
  heightPx: number;
}

/** Scales content of a width down to the box that it stands in; it is never made larger. */
export function useScale(widthPx: number): Scale {
  const [size, setSize] = useState({ width: widthPx, height: 0 });
  const box = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      // A box that is not shown has no size.
      if (width > 0) setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, size.width / widthPx);
  return { box, scale, heightPx: size.height / scale };
}
