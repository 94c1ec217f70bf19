/** Letters of code are not broken into lines by words: their spaces do not break. */
const CODE_LINES = 'display:block;white-space:normal;overflow-wrap:anywhere;word-break:break-word';

/** What the copy says below a drawing that scrolls on a phone: `.diagram:has(> .wide)` of its defaults.css. */
const SCROLL_HINT = '← →';

/**
 * Lets nothing in a rendered article scroll, since nobody can scroll an image: code breaks its lines, what is drawn
 * shrinks to the width. Heights are to be measured afterwards.
 */
export function fitScrollers(root: HTMLElement): void {
  const view = root.ownerDocument.defaultView;
  if (view === null) return;
  // From the outside in: what is inside is measured in its final width.
  for (const box of root.querySelectorAll<HTMLElement>('section, p, span')) {
    const { overflowX, whiteSpace } = view.getComputedStyle(box);
    if (overflowX !== 'auto' && overflowX !== 'scroll') continue;
    if (whiteSpace === 'nowrap' || whiteSpace === 'pre') box.style.cssText += `;${CODE_LINES}`;
    for (const behind of box.querySelectorAll(':scope > svg + section')) {
      if (behind.textContent === SCROLL_HINT) behind.remove();
    }
    for (const drawing of box.querySelectorAll<SVGSVGElement>(':scope > svg')) {
      drawing.style.minWidth = '0';
      drawing.style.setProperty('max-width', '100%', 'important');
      drawing.style.height = 'auto';
    }
    box.style.overflow = 'visible';
    const factor = box.clientWidth / box.scrollWidth;
    if (factor < 1) for (const child of box.children) zoom(child as HTMLElement, factor);
    box.style.overflow = 'hidden';
  }
}

function zoom(element: HTMLElement, factor: number): void {
  element.style.setProperty('zoom', String(Math.floor(factor * 1000) / 1000));
}
