import { DEFAULT_CODE_THEME } from '../config/constants';

const files = import.meta.glob<string>('../../../engine-wasm/highlight/themes/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const sheets = new Map(
  Object.entries(files).map(([path, css]) => [path.replace(/^.*\/|\.css$/g, ''), css]),
);

/** Names of the code themes, sorted. This module holds all style sheets (11 KB packed), so load it lazily. */
export const codeThemes: readonly string[] = [...sheets.keys()].sort();

/** The style sheet of a code theme; that of the default theme for an unknown name. */
export function codeThemeCss(name: string): string {
  return sheets.get(name) ?? sheets.get(DEFAULT_CODE_THEME) ?? '';
}
