/** Of a message, in CSS pixels; on a phone it is as wide as the window. */
export const WIDTH_PX = 400;

const bars = new Set<Element>();

const watcher = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(placeToasts);

/** A bar at the top of a page, as the `ref` of its element: messages stand below it and cover none of its buttons. */
export function barOverToasts(bar: Element | null): () => void {
  if (bar === null) return () => undefined;
  bars.add(bar);
  watcher?.observe(bar);
  return () => {
    bars.delete(bar);
    watcher?.unobserve(bar);
    placeToasts();
  };
}

/** Measures the bars that messages would lie over, but no column beside the page, and tells the style sheet as `--toast-top`. */
export function placeToasts(): void {
  const [left, right] = [innerWidth / 2 - WIDTH_PX / 2, innerWidth / 2 + WIDTH_PX / 2];
  const lowest = [...bars]
    .map((bar) => bar.getBoundingClientRect())
    .filter(
      (box) => box.height > 0 && box.width > box.height && box.left < right && left < box.right,
    )
    .reduce((bottom, box) => Math.max(bottom, box.bottom), 0);
  const { style } = document.documentElement;
  if (lowest > 0) style.setProperty('--toast-top', `${Math.ceil(lowest)}px`);
  else style.removeProperty('--toast-top');
}
