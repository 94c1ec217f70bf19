/** The formula with a symbol in place of the selection. The selected text fills the gap of the symbol. */
export function insertSymbol(
  tex: string,
  start: number,
  end: number,
  symbol: string,
): { tex: string; cursor: number } {
  const selected = tex.slice(start, end);
  const before = tex.slice(0, start);
  const after = tex.slice(end);
  // A command needs a space between it and a letter beside it.
  const needsSpace = /\\[a-zA-Z]+$/.test(before) && /^[a-zA-Z]/.test(symbol);
  const lead = needsSpace ? ' ' : '';
  const tail = /\\[a-zA-Z]+$/.test(symbol) && !/^[\s\\^_{}&$]/.test(after) ? ' ' : '';
  const place = symbol.indexOf('□');
  const written = symbol.replace('□', selected) + tail;
  const cursor =
    place === -1
      ? before.length + lead.length + written.length
      : before.length + lead.length + place + selected.length;
  return { tex: before + lead + written + after, cursor };
}
