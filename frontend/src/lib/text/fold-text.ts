/** Accents of Latin, Greek and Cyrillic letters, and selectors of variants. */
const UNSEEN = /[\u0300-\u036f]|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}/gu;

/** A text as a search compares it: lower case, half width, without accents and variants, quotes and dashes of one kind. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[“”„]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}

/** Letters with accents, by the letter below them. */
const ACCENTED: ReadonlyMap<string, string> = accented();

function accented(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [first, last] of [
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ] as const) {
    for (let code = first; code <= last; code += 1) {
      const letter = String.fromCharCode(code);
      const base = foldText(letter);
      if (/^[a-z]$/.test(base)) found.set(base, (found.get(base) ?? '') + letter);
    }
  }
  return found;
}

/** Signs that people take for the same, beside those of full width. */
const SAME: Record<string, string> = {
  '"': '“”„',
  "'": '‘’‚',
  '-': '\u2010-\u2015\u2212',
};

/** A pattern that finds a text whatever its case, width, accents, quotes and dashes; for the flags `iu`. */
export function loosePattern(query: string): string {
  return Array.from(foldText(query), (sign) => {
    const code = sign.charCodeAt(0);
    const wide = code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : '';
    const capital = /[a-z]/.test(sign) ? String.fromCharCode(code - 0x20 + 0xfee0) : '';
    const all = `${sign.replace(/[\\\]^-]/, '\\$&')}${wide}${capital}${ACCENTED.get(sign) ?? ''}${SAME[sign] ?? ''}`;
    return /\s/.test(sign)
      ? '\\s+'
      : `[${all}][\\u0300-\\u036f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]*`;
  }).join('');
}
