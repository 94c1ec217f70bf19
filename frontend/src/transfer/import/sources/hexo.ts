import type { FrontMatter } from '../../../engine/types';
import { FenceReader } from '../../../lib/prose';
import type { ImportText } from '../document-tree';
import type { Layout, SourceSettings, Spot } from '../layout';
import { folderOf, joined, lastOf, withoutEnding } from '../paths';
import { unquoted } from '../source-settings';
import type { SourceContext } from './context';
import { partTitle, plainText } from './fence-info';

/** What the sources of Hexo write in their own way: posts, drafts and tags such as `{% note %}`. */

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

/** Addresses of a post as Hexo makes them unless it is told otherwise: `2020/01/02/name`. */
export function hexoAddress(path: string, front: FrontMatter): string | null {
  const day = /^(\d{4})-(\d{2})-(\d{2})/.exec(front.date ?? '');
  if (day === null || !POSTS.test(path)) return null;
  return [...day.slice(1), withoutEnding(lastOf(path))].join('/');
}

/** The folder with the files of a post stands beside it, with its name. */
export const assetFolder = (path: string): string =>
  joined(folderOf(path), withoutEnding(lastOf(path)));

const CODE = /^(\s*)\{%-?\s*code(?:block)?\b(.*?)-?%\}\s*$/;
const CODE_END = /^\s*\{%-?\s*endcode(?:block)?\s*-?%\}\s*$/;
const QUOTE = /^(\s*)\{%-?\s*(blockquote|quote|centerquote|cq)\b(.*?)-?%\}\s*$/;
const QUOTE_END = /^\s*\{%-?\s*end(?:blockquote|quote|centerquote|cq)\s*-?%\}\s*$/;

/** Blocks of tags: code and quotes, each from its first to its last line. */
export function hexoBlocks(body: string, { note }: SourceContext): string {
  const lines = body.split('\n');
  const out: string[] = [];
  const fences = new FenceReader();
  /** What no further line ends. */
  const endless = new Set<RegExp>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isCode = fences.takes(line);
    const code = isCode ? null : CODE.exec(line);
    const quote = isCode ? null : QUOTE.exec(line);
    const end = code !== null ? CODE_END : QUOTE_END;
    const isBegun = (code ?? quote) !== null && !endless.has(end);
    const last = isBegun ? lines.findIndex((one, i) => i > at && end.test(one)) : -1;
    if (last === -1) {
      if (isBegun) endless.add(end);
      out.push(line);
      continue;
    }
    note('tags');
    const inner = lines.slice(at + 1, last);
    out.push(...(code === null ? quoteOf(quote?.[3] ?? '', inner) : codeOf(code[2] ?? '', inner)));
    at = last;
  }
  return out.join('\n');
}

function codeOf(written: string, inner: readonly string[]): string[] {
  const language = /\blang:\s*(\S+)/.exec(written)?.[1] ?? '';
  const words = argumentsOf(written.replace(/\b\w+:(?!\/\/)\s*\S+/g, ''));
  const title = words.filter((word) => !/^https?:/.test(word)).join(' ');
  const marks = inner.some((line) => line.includes('```')) ? '````' : '```';
  const block = [marks + language, ...inner, marks];
  return title === '' ? ['', ...block, ''] : [...partTitle(title), ...block, ''];
}

function quoteOf(written: string, inner: readonly string[]): string[] {
  const author = written
    .trim()
    .replace(/\s*https?:\/\/\S+/, '')
    .replace(/^["']|["']$/g, '');
  const lines = author === '' ? inner : [...inner, '', `—— ${author}`];
  return ['', ...lines.map((line) => (line === '' ? '>' : `> ${line}`)), ''];
}

/** Words of a tag; quoted ones are one word. */
function argumentsOf(written: string): string[] {
  return [...written.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain = '']) => double ?? single ?? plain,
  );
}

const RAW = /\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g;
const TAG = /\{%-?\s*(\w+)\b((?:(?!%\}|\{%)[\s\S])*?)-?%\}/g;
const NOTE_KINDS: Readonly<Record<string, string>> = {
  primary: 'note',
  default: 'note',
  success: 'tip',
  '': 'note',
};
/** Words of a note that say how it looks. */
const LOOKS = /^(?:no-icon|icon|simple|modern|flat|disabled|fa\w?|fa-[\w-]+|iconfont)$/;

/** Prose: tags that have a counterpart here become it; the others are counted by their names, and stay. */
export function fromHexo(prose: string, context: SourceContext): string {
  const { note } = context;
  const raw: string[] = [];
  const kept = prose.replace(RAW, (_, inside: string) => {
    note('tags');
    raw.push(inside);
    return `\u{e000}${raw.length - 1}\u{e001}`;
  });
  const next = kept
    .replace(/<!--\s*tab\s+(.*?)\s*-->/g, (_, name: string) => {
      note('tabs');
      return partTitle(name.replace(/@.*$/, '')).join('\n');
    })
    .replace(/<!--\s*endtab\s*-->/g, '')
    .replace(TAG, (whole, name: string, written: string) => {
      const made = tagOf(name, written.trim(), context);
      if (made === null) note('unconverted', 1, `{% ${name} %}`);
      else if (!name.startsWith('end')) note('tags');
      return made ?? whole;
    });
  return next.replace(/\u{e000}(\d+)\u{e001}/gu, (_, n: string) => raw[Number(n)] ?? '');
}

function tagOf(name: string, written: string, { postNamed, note }: SourceContext): string | null {
  const words = argumentsOf(written);
  if (name === 'note') return noteOf(words);
  if (name === 'endnote') return '\n:::\n\n';
  if (name === 'tabs' || name === 'endtabs') return '';
  if (name === 'asset_img' || name === 'img') return imageOf(words);
  if (name === 'asset_path') return words[0] ?? '';
  if (name === 'asset_link') {
    return `[${plainText(words.slice(1).join(' ') || (words[0] ?? ''))}](<${words[0] ?? ''}>)`;
  }
  if (name === 'post_link') {
    const [named = '', ...given] = words.filter((word) => word !== 'true' && word !== 'false');
    const post = postNamed(named);
    const title = plainText(given.join(' ') || (post?.name ?? named));
    if (post !== null) return `[${title}](${post.address})`;
    note('missingLinks', 1, named);
    return title;
  }
  if (name === 'link') {
    const at = words.findIndex((word) => /^(https?:|\/)/.test(word));
    if (at > 0) return `[${plainText(words.slice(0, at).join(' '))}](<${words[at]}>)`;
  }
  return null;
}

function noteOf(words: readonly string[]): string {
  const known = /^(default|primary|success|info|warning|danger|blue|pink|red|purple|orange|green)$/;
  const kind = words.find((word) => known.test(word)) ?? '';
  const title = words.filter((word) => !known.test(word) && !LOOKS.test(word)).join(' ');
  const name = NOTE_KINDS[kind] ?? (/^(info|warning|danger)$/.test(kind) ? kind : 'note');
  return `\n\n:::${name}${title === '' ? '' : ` ${title}`}\n`;
}

/** `[classes] file [width] [height] [title]`: the file is the first word with an ending. */
function imageOf(words: readonly string[]): string | null {
  const at = words.findIndex((word) => /\.\w+$/.test(word) || /^https?:/.test(word));
  if (at === -1) return null;
  const rest = words.slice(at + 1);
  const sizes = rest.findIndex((word) => !/^\d+(px|%)?$/.test(word));
  const text = (sizes === -1 ? [] : rest.slice(sizes)).join(' ').replace(/["']/g, '');
  return `![${plainText(text)}](<${words[at] ?? ''}>)`;
}
