import { FILE_NAME_MAX_CHARS } from '../config/constants';

const FORBIDDEN = /[\\/:*?"<>|]/g;
// Control characters cannot stand in a file name on any system.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/g;

/**
 * Turns a title into the name of an exported file, without its extension.
 *
 * - The characters `\ / : * ? " < > |` become underscores, the name is cut to 100 characters.
 * - An empty name becomes `untitled`.
 * - Source: specification §5.
 */
export function fileName(title: string): string {
  const cleaned = title.replace(CONTROL, ' ').replace(FORBIDDEN, '_').trim();
  const cut = Array.from(cleaned).slice(0, FILE_NAME_MAX_CHARS).join('').trim();
  return cut === '' ? 'untitled' : cut;
}
