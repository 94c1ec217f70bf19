import { FenceReader } from '../../../lib/text/prose';
import type { Note } from '../model';
import { lastOf } from '../paths';

/** What an Obsidian vault writes in its own way. */

export interface WikiTarget {
  address: string;
  /** The name of the document or file, as a text for the link. */
  name: string;
}

/** Finds what a wiki link names: a document, or an image. */
export interface WikiFinder {
  document(target: string, heading: string): WikiTarget | null;
  image(target: string): string | null;
}

const WIKI = /(!?)\[\[([^[\]|#\\\n]*)(?:#([^[\]|\\\n]*))?(?:(\\?\|)([^[\]\n]*))?\]\]/g;
const COMMENT = /%%(.+?)%%/gs;

/** The id of a block at its end, or on a line of its own, which is nothing to read. */
const BLOCK_ID = /(?:^|[ \t]+)\^[A-Za-z0-9-]+[ \t]*$/;

/** The language of a block that a plugin fills when it is shown. */
const PLUGIN = /[`~]{3,}[ \t]*(dataview|dataviewjs|tasks|query|datacore\w*|base|kanban)[ \t]*$/;
/** How wide an image is shown, at the end of its label. */
const SIZE = /(?:^|\|)\s*\d+(?:x\d+)?\s*$/;

/** Ids of blocks go: links to them lead to their note. A comment stands on one line, so that all of it stays hidden. */
export function obsidianBlocks(body: string, note: Note): string {
  const fences = new FenceReader();
  const lines = withJoinedComments(body.split('\n')).map((line) => {
    const wasInside = fences.isInside;
    const isCode = fences.takes(line);
    const plugin = isCode && !wasInside ? PLUGIN.exec(line)?.[1] : undefined;
    if (plugin !== undefined) note('unconverted', 1, plugin);
    if (isCode || !BLOCK_ID.test(line)) return line;
    note('blockIds');
    return line.replace(BLOCK_ID, '');
  });
  return lines.join('\n');
}

function withJoinedComments(lines: readonly string[]): string[] {
  const out: string[] = [];
  const fences = new FenceReader();
  const isOpen = (line: string) => (line.match(/%%/g) ?? []).length % 2 === 1;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isStart = !fences.takes(line) && isOpen(line);
    const end = isStart ? lines.findIndex((one, i) => i > at && isOpen(one)) : -1;
    if (end === -1) out.push(line);
    else {
      const parts = lines
        .slice(at, end + 1)
        .map((one, i) => (i === 0 ? one.trimEnd() : one.trim()));
      out.push(parts.filter((part) => part !== '').join(' '));
      at = end;
    }
  }
  return out;
}

/**
 * Wiki links become Markdown links, embedded images become images with their size, and an embedded note becomes a link
 * to it. What is not found becomes the words that Obsidian shows for it. Comments are hidden.
 */
export function fromObsidian(prose: string, find: WikiFinder, note: Note): string {
  return prose
    .replace(COMMENT, (whole: string, text: string) => {
      if (text.includes('-->')) return whole;
      note('comments');
      return `<!--${text}-->`;
    })
    .replace(
      WIKI,
      (whole: string, bang: string, target: string, heading = '', bar = '|', label?: string) => {
        const name = target.trim();
        if (bang === '!') {
          const image = find.image(name);
          if (image !== null) {
            note('wikiLinks');
            return `![${imageText(name, label, bar)}](${image})`;
          }
        }
        // A block of a note has no anchor: the link leads to the note.
        const anchor = heading.startsWith('^') ? '' : (heading.split('#').at(-1) ?? '');
        const found = find.document(name, anchor.trim());
        const shown = bang === '!' ? label?.replace(SIZE, '') : label;
        const text = shown?.trim() || (name === '' ? heading : (found?.name ?? lastOf(name)));
        if (found === null) {
          note('missingLinks', 1, whole);
          return escaped(text);
        }
        note(bang === '!' ? 'embeds' : 'wikiLinks');
        return `[${escaped(text)}](${found.address})`;
      },
    );
}

/** `|300` and `|300x200` are a size, which stands in the same way in an image's text. `bar`: as it is written. */
function imageText(name: string, label: string | undefined, bar: string): string {
  const text =
    name
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '') ?? '';
  if (label === undefined || label.trim() === '') return escaped(text);
  return /^\s*\d+(x\d+)?\s*$/.test(label)
    ? `${escaped(text)}${bar}${label.trim()}`
    : escaped(label);
}

const escaped = (text: string) => text.replace(/[[\]]/g, '\\$&');
