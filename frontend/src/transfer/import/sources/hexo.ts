import type { FrontMatter } from '../../../engine/types';
import type { ImportText } from '../document-tree';
import type { Layout, SourceSettings, Spot } from '../layout';
import { folderOf, joined, lastOf, withoutEnding } from '../paths';
import { field, unquoted } from '../source-settings';

/** Where the sources of Hexo have posts and drafts, and which addresses they give them. */

const POSTS = /(?:^|\/)_(posts|drafts)\//;
const TAG_PLUGIN =
  /\{%-?\s*(?:asset_(?:img|path|link)|post_(?:link|path)|codeblock|endraw|endnote)\b/;

export const looksLikeHexo = (text: string): boolean => TAG_PLUGIN.test(text);

/** Posts, drafts and pages; folders that begin with `_` hold other things. */
export function isHexoDocument(path: string, root: string): boolean {
  if (POSTS.test(path)) return true;
  if (root === '') return true;
  const inRoot = path.slice(root.length + 1);
  return !inRoot.split('/').some((part) => part.startsWith('_'));
}

/** The front matter of Hexo may lack its first line. */
export function withOpening(text: string): string {
  return /^(?:\w[\w-]*:.*\n(?:[ \t].*\n|-.*\n)*)+---\n/.test(text) ? `---\n${text}` : text;
}

/** A draft of Hexo is one here, too: its front matter says so. */
export function asDraft(text: ImportText): ImportText {
  const isDraft =
    /(?:^|\/)_drafts\//.test(text.path) ||
    text.front.other?.some(({ key, value }) => key === 'published' && value === false) === true;
  if (!isDraft || text.front.draft === true) return text;
  const line = text.bodyStart > 0 ? 'draft: true\n' : '---\ndraft: true\n---\n';
  const at = text.bodyStart > 0 ? text.text.indexOf('\n') + 1 : 0;
  return {
    ...text,
    text: text.text.slice(0, at) + line + text.text.slice(at),
    bodyStart: text.bodyStart + line.length,
    front: { ...text.front, draft: true },
  };
}

/** Posts by their first category, the newest first. */
export function hexoLayout(texts: readonly ImportText[], { root }: SourceSettings): Layout {
  const layout = new Map<string, Spot>();
  for (const { path, text, bodyStart, front } of texts) {
    if (!POSTS.test(path)) continue;
    const category = firstCategory(text.slice(0, bodyStart));
    const below = folderOf(path.slice(root.length).replace(/^\//, ''))
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('_'));
    const day = Number((front.date ?? '').slice(0, 10).replaceAll('-', ''));
    layout.set(path, {
      folders: category === '' ? below : [category],
      label: null,
      name: null,
      position: day > 0 ? -day : null,
    });
  }
  return layout;
}

/** The first of the categories, the upper one where they are nested. */
function firstCategory(front: string): string {
  const [, inline = '', list = ''] =
    /^categor(?:y|ies):[ \t]*(.*)\n?((?:[ \t]*-.*\n)*)/m.exec(front) ?? [];
  const first = inline.trim() === '' ? (list.split('\n')[0] ?? '').replace(/^[\s-]+/, '') : inline;
  const inner = /^\[+\s*(.*?)\s*\]*$/.exec(first.trim())?.[1] ?? first;
  const [, quoted] = /^["'](.*?)["']/.exec(inner) ?? [];
  return unquoted(quoted ?? inner.split(',')[0] ?? '');
}

const PERMALINK = ':year/:month/:day/:title/';

/** The address of a post, as `permalink` in the settings makes it; null when a part of it is not known. */
export function hexoAddress(path: string, front: FrontMatter, settings: string): string | null {
  const named = path.split(POSTS)[2];
  if (named === undefined) return null;
  const [, year = '', month = '', day = ''] =
    /^(\d{4})-(\d{2})-(\d{2})/.exec(front.date ?? '') ?? [];
  const parts: Record<string, string> = {
    year,
    month,
    day,
    i_month: month.replace(/^0/, ''),
    i_day: day.replace(/^0/, ''),
    title: withoutEnding(named),
    name: withoutEnding(lastOf(path)),
  };
  let isKnown = true;
  const address = (field(settings, 'permalink') || PERMALINK).replace(
    /:(\w+)/g,
    (_, key: string) => {
      const written = front.other?.find((one) => one.key === key)?.value;
      const part = parts[key] ?? (written === undefined ? '' : String(written));
      isKnown &&= part !== '';
      return part;
    },
  );
  return isKnown ? address.replace(/^\/|\/$/g, '') : null;
}

/** The folder with the files of a post stands beside it, with its name. */
export const assetFolder = (path: string): string =>
  joined(folderOf(path), withoutEnding(lastOf(path)));
