/** What stands behind the marks of a code fence, as programs for documentation write it. */
interface FenceInfo {
  indent: string;
  marks: string;
  /** The first word; empty when there is none. */
  language: string;
  /** The title that the program shows above the code; empty when there is none. */
  title: string;
}

const OPENING = /^(\s*)(`{3,}|~{3,})(.*)$/;

/**
 * Reads `ts{1,3-4}:line-numbers [name]` (VitePress), `cpp title="name"` and `{ .py title="name" }` (MkDocs). Null when
 * the line is no fence, or one behind the mark of an item.
 */
export function fenceInfo(line: string): FenceInfo | null {
  const [whole, indent = '', marks = '', info = ''] = OPENING.exec(line) ?? [];
  if (whole === undefined || (marks.startsWith('`') && info.includes('`'))) return null;
  const text = info.trim();
  const language = /^\{[^}]*?\.([\w+#-]+)/.exec(text)?.[1] ?? /^[^\s{:,[]+/.exec(text)?.[0] ?? '';
  const title = /\btitle=(["'])(.*?)\1/.exec(text)?.[2] ?? /\[([^\]]+)\]$/.exec(text)?.[1] ?? '';
  return { indent, marks, language, title };
}

/** Text that Markdown shows as it is. */
export const plainText = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&');

/** A title above a part of a text, on a line of its own. */
export const partTitle = (title: string, indent = ''): string[] => [
  '',
  `${indent}**${plainText(title)}**`,
  '',
];
