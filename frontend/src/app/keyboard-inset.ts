/** Rounding, and bars of the browser that come and go, in CSS pixels: no keyboard is as low. */
const LEAST_PX = 60;

/**
 * Tells the style sheet how much of the page the keyboard of a touch screen covers, as `--keyboard-inset`.
 *
 * Chrome and Firefox make the page as high as what the keyboard leaves (`interactive-widget` in index.html). Safari lays
 * the keyboard over it and moves the whole page up.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport;
  if (!view) return;
  let shownPx = 0;
  const measure = () => {
    // Who has zoomed in sees a part of the page, too.
    const coveredPx = view.scale > 1 ? 0 : Math.round(innerHeight - view.height);
    const insetPx = coveredPx < LEAST_PX ? 0 : coveredPx;
    if (insetPx === shownPx) return;
    shownPx = insetPx;
    document.documentElement.style.setProperty('--keyboard-inset', `${insetPx}px`);
    const field = document.activeElement;
    // Where the page does not scroll, it goes back into its place: it has the room now.
    if (document.querySelector('[data-page]') === null) scrollTo(0, 0);
    if (insetPx > 0) field?.scrollIntoView({ block: 'nearest' });
  };
  view.addEventListener('resize', measure);
}
