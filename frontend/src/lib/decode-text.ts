/** The text of a file, and whether some of its bytes could not be read. */
export interface DecodedText {
  text: string;
  isDamaged: boolean;
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
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return sound('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return sound('utf-16be', bytes);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isDamaged: false };
  } catch {
    const text = new TextDecoder().decode(bytes);
    const nBad = text.match(/\ufffd/g)?.length ?? 0;
    const nSound = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
    return nSound >= nBad * SOUND_PER_BAD ? { text, isDamaged: true } : sound('gb18030', bytes);
  }
}

function sound(encoding: string, bytes: Uint8Array): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), isDamaged: false };
}
