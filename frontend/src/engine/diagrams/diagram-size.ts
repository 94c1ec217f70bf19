import { DIAGRAM_LEAST_LETTERS_PX, DIAGRAM_MAX_WIDTH_PX, PHONE_PX } from '../../config/constants';

/** What fits into an article on a phone: in the narrowest of the themes it has 20 px at each side. */
const PHONE_COLUMN_PX = PHONE_PX - 40;
/** Where a drawing says nothing: mermaid's own size. */
const DEFAULT_LETTERS_PX = 16;

/**
 * A drawing with the size that it has in the preview and in the copy.
 *
 * It shrinks to the column as long as its smallest letters have {@link DIAGRAM_LEAST_LETTERS_PX}; a wider one
 * scrolls. One that scrolls on a phone has the class `wide`, and the theme puts a hint below it.
 */
export function sizeDiagram(svg: string): string {
  const holder = document.createElement('template');
  holder.innerHTML = svg;
  const drawing = holder.content.querySelector('svg');
  const [, , width = 0, height = 0] = (drawing?.getAttribute('viewBox') ?? '')
    .split(/[\s,]+/)
    .map(Number);
  if (drawing === null || !(width > 0 && height > 0)) return svg;
  const least = Math.ceil(width * Math.min(1, DIAGRAM_LEAST_LETTERS_PX / smallestLetters(drawing)));
  const shown = Math.max(Math.min(width, DIAGRAM_MAX_WIDTH_PX), least);
  drawing.setAttribute('width', String(Math.round(shown)));
  drawing.removeAttribute('height');
  drawing.style.maxWidth = '';
  drawing.style.height = 'auto';
  drawing.style.minWidth = `${least}px`;
  drawing.classList.toggle('wide', least > PHONE_COLUMN_PX);
  return drawing.outerHTML;
}

function smallestLetters(drawing: Element): number {
  const sizes = [...drawing.querySelectorAll<SVGTextElement>('text')]
    .map((text) => Number.parseFloat(text.style.fontSize || text.getAttribute('font-size') || ''))
    .filter((size) => size > 0);
  return Math.min(DEFAULT_LETTERS_PX, ...sizes);
}
