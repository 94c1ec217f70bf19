import { decodeAddress } from '../../../lib/addresses/percent-encoding';
import { escapeHtml } from '../preview/patch-highlighting';

/** What is needed of the article to find a line. */
export interface Lines {
  text: string;
  blocks: readonly { html: string }[];
  /** First source line of every block, 1-based. */
  startLines: ArrayLike<number>;
}

/** Shortest text that is searched for: a shorter one would match too often. */
const MIN_CHARS = 4;

/**
 * The line (1-based) of the source that a finding is about, or null.
 *
 * `detail` is what the finding names; an ellipsis marks a cut. The engine may have changed its form: an address is
 * encoded. So the rendered blocks are searched too if the source does not contain it.
 */
export function findLine({ text, blocks, startLines }: Lines, detail: string): number | null {
  const wanted = detail.replace(/…$/, '');
  for (const form of new Set([wanted, decodeAddress(wanted)])) {
    const at = form.length < MIN_CHARS ? -1 : text.indexOf(form);
    if (at !== -1) return text.slice(0, at).split('\n').length;
  }
  if (wanted === '') return null;
  const place = blocks.findIndex(({ html }) => html.includes(escapeHtml(wanted)));
  return startLines[place] ?? null;
}
