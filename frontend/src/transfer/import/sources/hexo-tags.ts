import { FenceReader } from '../../../lib/text/prose';
import type { SourceContext } from './context';
import { partTitle, plainText } from './fence-info';

/** The tags of Hexo and its themes, such as `{% note %}`. */

const CODE = /^(\s*)\{%-?\s*code(?:block)?\b(.*?)-?%\}\s*$/;
const CODE_END = /^\s*\{%-?\s*endcode(?:block)?\s*-?%\}\s*$/;
const QUOTE = /^(\s*)\{%-?\s*(blockquote|quote|centerquote|cq)\b(.*?)-?%\}\s*$/;
const QUOTE_END = /^\s*\{%-?\s*end(?:blockquote|quote|centerquote|cq)\s*-?%\}\s*$/;

const DIAGRAM = /^(\s*)\{%-?\s*mermaid\b.*?-?%\}\s*$/;
const DIAGRAM_END = /^\s*\{%-?\s*endmermaid\s*-?%\}\s*$/;

/** Blocks of tags, each from its first to its last line, and what they become. */
const BLOCKS: readonly {
  begin: RegExp;
  end: RegExp;
  made: (head: RegExpExecArray, inner: readonly string[]) => string[];
}[] = [
  { begin: CODE, end: CODE_END, made: ([, , written = ''], inner) => codeOf(written, inner) },
  { begin: QUOTE, end: QUOTE_END, made: ([, , , written = ''], inner) => quoteOf(written, inner) },
  { begin: DIAGRAM, end: DIAGRAM_END, made: (_, inner) => ['', '```mermaid', ...inner, '```', ''] },
];

/** Blocks: code, quotes and diagrams of tags, and the titles of other code. */
export function hexoBlocks(body: string, { note }: SourceContext): string {
  const lines = body.split('\n');
  const out: string[] = [];
  const fences = new FenceReader();
  /** What no further line ends. */
  const endless = new Set<RegExp>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const wasInside = fences.isInside;
    if (fences.takes(line)) {
      const titled = wasInside ? null : titledFence(line);
      if (titled !== null) note('codeTitles');
      out.push(...(titled ?? [line]));
      continue;
    }
    const block = BLOCKS.find(({ begin, end }) => !endless.has(end) && begin.test(line));
    const head = block?.begin.exec(line) ?? null;
    const last =
      block === undefined ? -1 : lines.findIndex((one, i) => i > at && block.end.test(one));
    if (block === undefined || head === null || last === -1) {
      if (block !== undefined) endless.add(block.end);
      out.push(line);
      continue;
    }
    note('tags');
    out.push(...block.made(head, lines.slice(at + 1, last)));
    at = last;
  }
  return out.join('\n');
}

const FENCE = /^(\s*)(`{3,}|~{3,})[ \t]*([^\s`{]+)[ \t]+(.*\S)[ \t]*$/;

/** The first line of code with a title behind its language, which comes above it; null when it has none. */
function titledFence(line: string): string[] | null {
  const [, indent = '', marks = '', language = '', rest = ''] = FENCE.exec(line) ?? [];
  const title = marks === '' ? null : titleOf(rest);
  if (title === null) return null;
  return ['', indent + title, '', indent + marks + language];
}

/** `title address text` of code: the title in bold, and a link to where it comes from; null when there is neither. */
function titleOf(written: string): string | null {
  const words = argumentsOf(written.replace(/\b\w+:(?!\/\/)\s*\S+|\{[^{}]*\}/g, ''));
  const at = words.findIndex((word) => /^https?:\/\//.test(word));
  const title = words.slice(0, at === -1 ? words.length : at).join(' ');
  const address = at === -1 ? '' : (words[at] ?? '');
  const parts = [
    title === '' ? '' : `**${plainText(title)}**`,
    address === '' ? '' : linkTo(address, words.slice(at + 1).join(' ')),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}

const linkTo = (address: string, text: string): string =>
  text === '' ? `<${address}>` : `[${plainText(text)}](<${address}>)`;

function codeOf(written: string, inner: readonly string[]): string[] {
  const language = /\blang:\s*(\S+)/.exec(written)?.[1] ?? '';
  const title = titleOf(written);
  const marks = inner.some((line) => line.includes('```')) ? '````' : '```';
  return ['', ...(title === null ? [] : [title, '']), marks + language, ...inner, marks, ''];
}

/** `author, source address text`: the address belongs to the text, else to the author. */
function quoteOf(written: string, inner: readonly string[]): string[] {
  const [, before = '', address = '', behind = ''] =
    /^(.*?)(?:(?:^|\s)(https?:\/\/\S+)(.*))?$/.exec(written.trim()) ?? [];
  const [author, text] = [before, behind].map((part) => part.trim().replace(/^["']|["']$/g, ''));
  const parts = [
    address !== '' && !text ? linkTo(address, author ?? '') : (author ?? ''),
    address !== '' && text ? linkTo(address, text) : '',
  ].filter((part) => part !== '');
  const lines = parts.length === 0 ? inner : [...inner, '', `—— ${parts.join(' ')}`];
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
  if (name === 'note' || name === 'notel') return noteOf(words);
  if (name === 'noteblock') return noteOf(argumentsOf(written.replace(/^[\s,]+/, '')));
  if (FOLDED.test(name)) return foldOf(name, written);
  if (/^end(?:note|notel|noteblock)$/.test(name) || FOLDED.test(name.replace(/^end/, ''))) {
    return '\n:::\n\n';
  }
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
    const parts = written.split(',').map((part) => part.trim());
    if (parts.length > 1 && /^https?:/.test(parts.at(-1) ?? '')) {
      return linkTo(parts.at(-1) ?? '', parts[0] ?? '');
    }
    const at = words.findIndex((word) => /^(https?:|\/)/.test(word));
    if (at > 0) return `[${plainText(words.slice(0, at).join(' '))}](<${words[at]}>)`;
  }
  return null;
}

/** Parts that themes of Hexo fold up or hide. */
const FOLDED = /^(?:folding|fold|hideToggle|hideBlock)$/;
/** Words before a title that say how it looks. */
const FOLD_LOOKS =
  /^(?:(?:\w+:\w+|open|close|closed|red|orange|yellow|green|cyan|blue|purple|pink|black|white|gr[ae]y|default|primary|success|info|warning|danger)\b\s*)+/;

/** `red open, title`, `red::title`, `open:true title`, and `title,background,color` of a part that is hidden. */
function foldOf(name: string, written: string): string {
  const [, behind = ''] = /^(?:[\w\s:]*?::|[\w\s:]*,)\s*(.*)$/.exec(written) ?? [];
  const title = name.startsWith('hide')
    ? (written.split(',')[0] ?? '')
    : behind || written.replace(FOLD_LOOKS, '').replace(/^,\s*/, '');
  return `\n\n:::details${title.trim() === '' ? '' : ` ${title.trim()}`}\n`;
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
