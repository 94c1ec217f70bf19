/** On paper no part of a page is scrolled, and no column is as narrow as a phone. */
const PAPER_CSS =
  'body{margin:0;padding:0!important;background:#fff}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}h1,h2,h3,h4,h5,h6{break-after:avoid}figure,img,svg,tr,.math-block,.diagram{break-inside:avoid}';

/**
 * Puts the article of the preview in place of the editor's window while the browser prints the page. Returns a
 * function that stops it.
 *
 * A copy, in a shadow root: a frame is printed as far as it is seen, and the app's styles must not reach the article.
 * The browser waits for no module here; the print of the menu has page numbers, too.
 */
export function printInPlace(preview: Document): () => void {
  let shown: HTMLElement[] = [];
  const show = () => {
    const host = document.createElement('div');
    host.dataset.print = '';
    const sheets = [...preview.querySelectorAll('style')].map(({ textContent }) => textContent);
    const style = document.createElement('style');
    style.textContent = [...sheets, PAPER_CSS].join('\n');
    host.attachShadow({ mode: 'open' }).append(style, document.importNode(preview.body, true));
    // Fonts are known to the whole page only.
    const fonts = document.createElement('style');
    fonts.textContent = preview.getElementById('katex')?.textContent ?? '';
    document.head.append(fonts);
    document.body.append(host);
    shown = [host, fonts];
  };
  const leave = () => {
    for (const element of shown) element.remove();
    shown = [];
  };
  addEventListener('beforeprint', show);
  addEventListener('afterprint', leave);
  return () => {
    leave();
    removeEventListener('beforeprint', show);
    removeEventListener('afterprint', leave);
  };
}
