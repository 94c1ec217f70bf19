/**
 * Images that are on their way or failed stand in the text as links that lead nowhere, so that they show where the image
 * will be without asking anybody for it: `[⏳ name](#uploading-id)` and `[⚠️ name](#failed-id)`.
 */

export type PlaceholderState = 'uploading' | 'failed';

const SIGNS = { uploading: '⏳', failed: '⚠️' } as const;

export function placeholder(state: PlaceholderState, id: string, name: string): string {
  return `[${SIGNS[state]} ${altOf(name)}](#${state}-${id})`;
}

/** The finished image. */
export function imageText(name: string, address: string): string {
  const target = /[\s()]/.test(address) ? `<${address}>` : address;
  return `![${altOf(name)}](${target})`;
}

/** Where the placeholder of `id` stands, in whichever state. */
export function findPlaceholder(text: string, id: string): { from: number; to: number } | null {
  const match = new RegExp(`\\[(?:\\\\.|[^[\\]\\\\])*\\]\\(#(?:uploading|failed)-${id}\\)`).exec(
    text,
  );
  if (match === null) return null;
  return { from: match.index, to: match.index + match[0].length };
}

/** The placeholders of a text, in their order. */
export function placeholdersIn(text: string): { id: string; name: string }[] {
  const marks = /\[(?:⏳|⚠️) ?((?:\\.|[^[\]\\])*)\]\(#(?:uploading|failed)-([0-9a-f]+)\)/g;
  return [...text.matchAll(marks)].map(([, name = '', id = '']) => ({ id, name }));
}

/** The file's name without ending, as the description of the image. */
function altOf(name: string): string {
  return name
    .replace(/\.[^.]+$/, '')
    .replace(/[[\]\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
