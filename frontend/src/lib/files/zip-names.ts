/** Names of entries in zip archives, whose bytes rarely say what they are. */

/** The upper half of code page 437, which zip names are written in unless somebody knew better. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const BOX = /[\u2500-\u259f]/;

/**
 * The name in bytes that no flag explains: UTF-8, else GBK as Chinese Windows writes it, else code page 437.
 *
 * GBK takes almost any bytes. It is believed when most of its characters are common ones, those of GB 2312, or when
 * code page 437 would give frames and shades.
 */
export function decodeZipName(raw: Uint8Array): string {
  const utf8 = decoded('utf-8', raw);
  if (utf8 !== null) return utf8;
  const western = Array.from(raw, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (CP437[byte - 0x80] ?? ''),
  ).join('');
  const chinese = decoded('gb18030', raw);
  if (chinese === null) return western;
  return mostlyCommon(raw) || BOX.test(western) ? chinese : western;
}

function decoded(encoding: string, raw: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(raw);
  } catch {
    return null;
  }
}

function mostlyCommon(raw: Uint8Array): boolean {
  let nCommon = 0;
  let nRare = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const lead = raw[at] ?? 0;
    if (lead < 0x80) continue;
    at += 1;
    const isCommon = lead >= 0xa1 && lead <= 0xf7 && (raw[at] ?? 0) >= 0xa1;
    if (isCommon) nCommon += 1;
    else nRare += 1;
  }
  return nCommon > nRare;
}

const UNICODE_PATH = 0x7075;

/** The name in UTF-8 that an entry's extra field holds, or null. */
export function unicodePath(extra: Uint8Array, crcOfName: number): string | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > extra.length) return null;
    const isPath = view.getUint16(at, true) === UNICODE_PATH && end - at > 9;
    // The check sum says whether the name was changed by a program that does not know the field.
    if (isPath && extra[at + 4] === 1 && view.getUint32(at + 5, true) === crcOfName) {
      return decoded('utf-8', extra.subarray(at + 9, end));
    }
    at = end;
  }
  return null;
}
