import type { Note } from '../model';

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

const WIKI = /(!?)\[\[([^[\]|#\\\n]*)(?:#([^[\]|\\\n]*))?(?:\\?\|([^[\]\n]*))?\]\]/g;
const COMMENT = /%%([^%]+?)%%/g;

/**
 * Wiki links become Markdown links, embedded images become images with their size, and an embedded note becomes a link
 * to it. What is not found stays as it is written. Comments are hidden.
 */
export function fromObsidian(prose: string, find: WikiFinder, note: Note): string {
  return prose
    .replace(COMMENT, (whole: string, text: string) => {
      if (text.includes('-->')) return whole;
      note('comments');
      return `<!--${text}-->`;
    })
    .replace(WIKI, (whole: string, bang: string, target: string, heading = '', label?: string) => {
      const name = target.trim();
      if (bang === '!') {
        const image = find.image(name);
        if (image !== null) {
          note('wikiLinks');
          return `![${imageText(name, label)}](${image})`;
        }
      }
      // A block of a note has no anchor: the link leads to the note.
      const anchor = heading.startsWith('^') ? '' : (heading.split('#').at(-1) ?? '');
      const found = find.document(name, anchor.trim());
      if (found === null) {
        note('missingLinks');
        return whole;
      }
      note(bang === '!' ? 'embeds' : 'wikiLinks');
      const text = label?.trim() || (name === '' ? heading : found.name);
      return `[${escaped(text)}](${found.address})`;
    });
}

/** `|300` and `|300x200` are a size, which stands in the same way in an image's text. */
function imageText(name: string, label: string | undefined): string {
  const text =
    name
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '') ?? '';
  if (label === undefined || label.trim() === '') return escaped(text);
  return /^\s*\d+(x\d+)?\s*$/.test(label) ? `${escaped(text)}|${label.trim()}` : escaped(label);
}

const escaped = (text: string) => text.replace(/[[\]]/g, '\\$&');
