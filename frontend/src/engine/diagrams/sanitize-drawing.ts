const ACTIVE = 'script,iframe,object,embed,form,input,button,textarea,link,meta,base,audio,video';
/** CSS that loads something from outside the drawing, or that may hide an address in escapes. */
const FETCHING_CSS = /@import|image-set|src\s*\(|url\(\s*["']?\s*[^\s"'#]|\\/i;

/**
 * Removes everything from a drawing that could run or load something, except pictures: labels may hold the author's HTML.
 *
 * The preview's policy also lets nothing run. An export is sanitized by the export module.
 */
export function sanitizeDrawing(svg: string): string {
  const { body } = new DOMParser().parseFromString(svg, 'text/html');
  const drawing = body.querySelector('svg');
  if (drawing === null) return '';
  for (const element of drawing.querySelectorAll(ACTIVE)) element.remove();
  for (const sheet of drawing.querySelectorAll('style')) {
    if (FETCHING_CSS.test(sheet.textContent ?? '')) sheet.remove();
  }
  for (const element of [drawing, ...drawing.querySelectorAll('*')]) {
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name)?.replace(/[^!-~]/g, '') ?? '';
      const acts = /^on/i.test(name) || /^(javascript|vbscript|data:text)/i.test(value);
      const isForeign = element.localName === 'use' && /href$/.test(name) && !value.startsWith('#');
      if (acts || isForeign || (value.includes('(') && FETCHING_CSS.test(value))) {
        element.removeAttribute(name);
      }
    }
  }
  return drawing.outerHTML;
}
