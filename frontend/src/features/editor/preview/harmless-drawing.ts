const ACTIVE = 'script,iframe,object,embed,form,input,button,textarea,link,meta,base,audio,video';
/** CSS that asks for something outside the drawing, or hides what it asks for. */
const FETCHING_CSS = /@import|image-set|src\s*\(|url\(\s*["']?\s*[^\s"'#]|\\/i;

/**
 * A drawing without anything that could act or fetch, pictures apart: mermaid draws labels that are the author's HTML.
 *
 * The preview's own policy lets nothing run either; an export is cleaned by the export module.
 */
export function harmlessDrawing(svg: string): string {
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
