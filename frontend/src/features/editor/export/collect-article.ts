import type { Block, ExportModule } from '../../../engine/types';

/**
 * The whole article as HTML, made from the engine's blocks and not from the page.
 *
 * Blocks with the author's own HTML are sanitized.
 */
export function collectArticle(
  blocks: readonly Block[],
  sanitize: ExportModule['sanitize'],
): string {
  const inner = blocks.map((block) => (block.hasRawHtml ? sanitize(block.html) : block.html));
  return `<section class="article">${inner.join('\n')}</section>`;
}
