import { escapeHtml } from '../preview/patch-highlighting';

/** The article as far as a line is looked for in it. */
export interface Lines {
  text: string;
  blocks: readonly { html: string }[];
  /** First source line of every block, 1-based. */
  startLines: ArrayLike<number>;
}

/** Shortest text that is worth looking for in the source: a shorter one stands everywhere. */
const MIN_CHARS = 4;

/**
 * The line (1-based) of the source that a finding is about, or null.
 *
 * `detail` is what the finding names, cut by an ellipsis when it was long; the engine may have written it otherwise than
 * the author did (an address is encoded), so the rendered blocks are asked when the source does not hold it.
 */
export function findLine({ text, blocks, startLines }: Lines, detail: string): number | null {
  const wanted = detail.replace(/…$/, '');
  for (const form of new Set([wanted, decoded(wanted)])) {
    const at = form.length < MIN_CHARS ? -1 : text.indexOf(form);
    if (at !== -1) return text.slice(0, at).split('\n').length;
  }
  if (wanted === '') return null;
  const place = blocks.findIndex(({ html }) => html.includes(escapeHtml(wanted)));
  return startLines[place] ?? null;
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
