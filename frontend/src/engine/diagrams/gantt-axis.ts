/** Width of a letter as a share of its size: digits and small letters, and what is as wide as it is high. */
const NARROW_EM = 0.6;
const WIDE = /[⺀-￯]/;
/** Least space between two labels, as a share of the font size: with less they look like one word. */
const GAP_EM = 0.6;
const DEFAULT_SIZE_PX = 10;

/** Removes dates of a gantt chart that would overlap: mermaid labels every tick. */
export function thinGanttAxis(svg: string): string {
  if (!svg.includes('class="grid"')) return svg;
  const { body } = new DOMParser().parseFromString(svg, 'text/html');
  for (const axis of body.querySelectorAll('g.grid')) {
    const labels = [...axis.querySelectorAll('g.tick')].flatMap((tick) => {
      const text = tick.querySelector('text');
      return text === null ? [] : [{ text, ...extent(tick, text) }];
    });
    let free = Number.NEGATIVE_INFINITY;
    for (const { text, left, right, gap } of labels.sort((a, b) => a.left - b.left)) {
      if (left < free) text.remove();
      else free = right + gap;
    }
  }
  return body.innerHTML;
}

/** Where a label begins and ends; it is centered at its tick. */
function extent(tick: Element, text: Element) {
  const size = Number.parseFloat(text.getAttribute('font-size') ?? '') || DEFAULT_SIZE_PX;
  const letters = [...(text.textContent ?? '')];
  const width = letters.reduce((sum, one) => sum + (WIDE.test(one) ? 1 : NARROW_EM), 0) * size;
  const at = Number(
    /translate\(\s*(-?[\d.]+)/.exec(tick.getAttribute('transform') ?? '')?.[1] ?? 0,
  );
  return { left: at - width / 2, right: at + width / 2, gap: GAP_EM * size };
}
