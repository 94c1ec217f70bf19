/** The text of a file. */
interface DecodedText {
  text: string;
  /** Some of its bytes could not be read: U+FFFD stands in their places. */
  isDamaged: boolean;
  /** Every byte could be read, but what they say looks like a text in another encoding, Latin-1 or Big5 for example. */
  isUncertain: boolean;
}

/** So many characters of more than one byte must be sound for each bad byte, or the text is none in UTF-8. */
const SOUND_PER_BAD = 2;

/**
 * The text of a file: UTF-8, UTF-16 with its byte order mark, else GB 18030, which every byte sequence of GBK is.
 *
 * A text in UTF-8 with a few bad bytes is read as UTF-8, with U+FFFD in their places. A byte order mark is left out.
 * Never fails.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded('utf-16be', bytes);
  const text = new TextDecoder().decode(bytes);
  if (isUtf8(bytes)) return { text, isDamaged: false, isUncertain: false };
  const nBad = text.match(/\ufffd/g)?.length ?? 0;
  const nSound = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  if (nSound >= nBad * SOUND_PER_BAD) return { text, isDamaged: true, isUncertain: false };
  const gbk = decoded('gb18030', bytes);
  return { ...gbk, isUncertain: !gbk.isDamaged && isUnlikelyGbk(gbk.text, bytes) };
}

/** Whether every byte can be read as UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decoded(encoding: string, bytes: Uint8Array): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, isDamaged: text.includes('\ufffd'), isUncertain: false };
}

/** Control characters that no text has, and letters for private use: the commonest ones of Big5 are read as such. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNLIKELY = /[\x01-\x08\x0b\x0e-\x1f\ue000-\uf8ff]/;
/** Of so many letters one may end with a byte of ASCII. In traditional Chinese one of four does, in Big5 two of five. */
const LETTERS_PER_ASCII_END = 3;

/** Whether bytes that can be read as GBK hardly were written so. */
function isUnlikelyGbk(text: string, bytes: Uint8Array): boolean {
  return UNLIKELY.test(text) || nAsciiEnds(bytes) * LETTERS_PER_ASCII_END > nWide(text);
}

const nWide = (text: string) => text.match(/[^\0-\x7f]/gu)?.length ?? 0;

/** Letters of two bytes whose second one is in ASCII: an accented letter before a plain one is read as such a letter. */
function nAsciiEnds(bytes: Uint8Array): number {
  let n = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    at += 1;
    const second = bytes[at] ?? 0;
    if (second >= 0x40 && second < 0x80) n += 1;
    // One of four bytes.
    if (second < 0x40) at += 2;
  }
  return n;
}
