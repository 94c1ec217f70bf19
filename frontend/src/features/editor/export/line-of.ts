/** Shortest text that is worth looking for: a shorter one stands everywhere. */
const MIN_CHARS = 4;

/** The line (1-based) of the source where `detail` first stands, or null. A cut detail ends in an ellipsis. */
export function lineOf(text: string, detail: string): number | null {
  const wanted = detail.replace(/…$/, '');
  if (wanted.length < MIN_CHARS) return null;
  const at = text.indexOf(wanted);
  return at === -1 ? null : text.slice(0, at).split('\n').length;
}
