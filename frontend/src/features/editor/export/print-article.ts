import { PRINT_WAIT_MS } from '../../../config/constants';
import { KeyedError } from '../../../lib/keyed-error';
import type { Workbench } from '../workbench';
import { type ExportParts, exportArticle } from './export-article';

/** Printed pages: margins, page numbers, no breaks inside headings, figures, tables and formulas. */
const PAPER_CSS = `
@page {
  size: A4;
  margin: 18mm 16mm 20mm;
  @bottom-center { content: counter(page) " / " counter(pages); font: 9pt sans-serif; color: #555; }
}
@media print {
  body { max-width: none; padding: 0; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  /* Clipped above: Chrome paints a heading that goes overleaf on the foot of the page before, too. */
  h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; clip-path: inset(0 -99em -99em); }
  figure, .slider-item, img, svg, blockquote, table, tr, .alert, .math-block, .diagram, .profile-card { break-inside: avoid; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  p, li { orphans: 2; widows: 2; }
}
`;

/**
 * Prints the article in a window of its own, 750 px wide on screen. The print dialog can also save a PDF.
 *
 * Call it inside the click: otherwise the browser blocks the window.
 * Source: specification §8 and §9. Errors: `print.blocked` when it does, those of the export.
 */
export async function printArticle(workbench: Workbench, parts: ExportParts): Promise<void> {
  const page = window.open('', '_blank');
  if (page === null) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for these words in the log
    console.error('cannot open print window');
    throw new KeyedError('print.blocked', 'cannot open print window');
  }
  try {
    const { html } = await exportArticle(workbench, { target: 'html', isStill: true }, parts);
    page.document.open();
    page.document.write(html);
    page.document.close();
    const style = page.document.createElement('style');
    style.textContent = PAPER_CSS;
    page.document.head.append(style);
    for (const details of page.document.querySelectorAll('details')) details.open = true;
    await picturesOf(page.document);
    page.addEventListener('afterprint', () => page.close());
    page.focus();
    page.print();
  } catch (error) {
    page.close();
    throw error;
  }
}

/** Waits for the pictures, at most {@link PRINT_WAIT_MS}. */
async function picturesOf(document: Document): Promise<void> {
  const ready = Promise.allSettled([...document.images].map((image) => image.decode()));
  const late = new Promise((resolve) => setTimeout(resolve, PRINT_WAIT_MS));
  await Promise.race([ready, late]);
}
