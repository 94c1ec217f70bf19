import { FILE_NAME_MAX_BYTES, FILE_NAME_MAX_CHARS } from '../../config/constants';

const FORBIDDEN = /[\\/:*?"<>|]/g;
// Control characters cannot stand in a file name on any system.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/g;
const encoder = new TextEncoder();

/**
 * Turns a title into the name of an exported file, without its extension.
 *
 * - The characters `\ / : * ? " < > |` become underscores, the name is cut to 100 characters and 240 bytes.
 * - An empty name becomes `untitled`.
 * - Source: specification §5.
 */
export function fileName(title: string): string {
  const cleaned = title.replace(CONTROL, ' ').replace(FORBIDDEN, '_').trim();
  // One that is seen as a single character may be longer than any name.
  const name = cut(seenCharacters(cleaned)) || cut(Array.from(cleaned));
  return name === '' ? 'untitled' : name;
}

/** What a reader sees as one character each, where the browser knows it. */
function seenCharacters(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return Array.from(text);
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The first characters, as many as a name takes. */
function cut(characters: readonly string[]): string {
  let name = '';
  let chars = FILE_NAME_MAX_CHARS;
  let bytes = FILE_NAME_MAX_BYTES;
  for (const character of characters) {
    chars -= Array.from(character).length;
    bytes -= encoder.encode(character).length;
    if (chars < 0 || bytes < 0) break;
    name += character;
  }
  return name.trim();
}
