import { DIAGRAM_MAX_WIDTH_PX } from '../../../config/constants';

/** Gives a drawing the width that it has after copying: a wide one scrolls, so that its text stays readable. */
export function sizeDiagram(svg: SVGSVGElement): void {
  const natural = Number.parseFloat(svg.style.maxWidth) || (viewBoxWidth(svg) ?? 0);
  if (natural <= 0) return;
  svg.style.maxWidth = 'none';
  svg.style.width = `${Math.min(natural, DIAGRAM_MAX_WIDTH_PX)}px`;
}

function viewBoxWidth(svg: SVGSVGElement): number | undefined {
  const numbers = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  return Number.isFinite(numbers[2]) ? numbers[2] : undefined;
}
