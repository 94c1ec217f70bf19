import { FenceReader } from '../../../lib/text/prose';
import { folderOf, resolved } from '../paths';
import type { SourceContext } from './context';
import { fenceInfo, partTitle } from './fence-info';
import { partOf } from './includes';

/** What the sources of VuePress and VitePress write in their own way. */

const CONTAINER = /^(\s*)(:{3,})\s*([\w-]+)?(.*)$/;
/** Containers that only hold something together: their lines go, what they hold stays. */
const WRAPPERS = ['code-group', 'code-group-item', 'raw', 'v-pre', 'tabs', 'code-tabs'];

/** Blocks: code groups and tabs one below the other, code and texts that are taken in, scripts and styles go. */
export function vitePressBlocks(body: string, context: SourceContext): string {
  const lines = withoutScripts(body, context).split('\n');
  const out: string[] = [];
  const fences = new FenceReader();
  /** Colons of the open containers, and whether their lines go. */
  const open: { colons: number; isWrapper: boolean }[] = [];
  let code: string[] | null = null;
  for (const line of lines) {
    if (fences.takes(line)) {
      code ??= [];
      code.push(line);
      if (!fences.isInside) {
        out.push(...codeBlock(code, context));
        code = null;
      }
      continue;
    }
    const container = CONTAINER.exec(line);
    if (container !== null) out.push(...containerLine(container, open, context));
    else out.push(...plainLine(line, open.at(-1)?.isWrapper === true, context));
  }
  return [...out, ...(code ?? [])].join('\n');
}

function containerLine(
  [line, indent = '', colons = '', name, rest = '']: RegExpExecArray,
  open: { colons: number; isWrapper: boolean }[],
  { note }: SourceContext,
): string[] {
  if (name === undefined) {
    if (rest.trim() !== '') return [line];
    // A line of as many colons closes what it opened; containers in it that were left open end, too.
    const at = open.findLastIndex((one) => one.colons <= colons.length);
    const closed = open.splice(at === -1 ? open.length : at)[0];
    return closed?.isWrapper === true ? [''] : [line];
  }
  const isWrapper = WRAPPERS.includes(name);
  open.push({ colons: colons.length, isWrapper });
  // Attributes such as `{open}` say how it looks.
  if (!isWrapper) return [line.replace(/[ \t]*\{[^{}]*\}[ \t]*$/, '')];
  if (name === 'code-group-item') return partTitle(rest.trim(), indent);
  if (name !== 'raw' && name !== 'v-pre') note('tabs');
  return [''];
}

const SNIPPET =
  /^(\s*)<<<\s*(@?[^\s{[#]+)(?:#([\w-]+))?\s*(?:\{([^}]*)\})?\s*(?:\[([^\]]+)\])?\s*$/;
const INCLUDE = /^\s*<!--\s*@include:\s*([^\s{#]+)(?:#([\w-]+))?(?:\{(\d*),?(\d*)\})?\s*-->\s*$/;
const TAB = /^(\s*)@tab(?::active)?\s+(.+?)(?:#[\w-]+)?\s*$/;

function plainLine(line: string, isInWrapper: boolean, context: SourceContext): string[] {
  const { note } = context;
  const tab = isInWrapper ? TAB.exec(line) : null;
  if (tab !== null) return partTitle(tab[2] ?? '', tab[1]);
  const snippet = SNIPPET.exec(line);
  if (snippet !== null) {
    const [, indent = '', address = '', region, more = '', title = ''] = snippet;
    const text = taken(address, { ...(region && { region }) }, context);
    if (text === null) return unconverted(line, '<<<', context);
    note('includes');
    const language =
      /(?:^|\s)([a-z][\w+-]*)/.exec(more)?.[1] ?? /\.([^./]+)$/.exec(address)?.[1] ?? '';
    const marks = text.includes('```') ? '````' : '```';
    const block = [marks + language, ...text.split('\n'), marks].map((one) => indent + one);
    return title === '' ? block : [...partTitle(title, indent), ...block];
  }
  const include = INCLUDE.exec(line);
  if (include !== null) {
    const [whole, address = '', region, from = '', to = ''] = include;
    const range = {
      ...(region && { region }),
      ...(from !== '' && { from: Number(from) }),
      ...(to !== '' && { to: Number(to) }),
      // `{3}` is one line, `{3,}` all from there.
      ...(from !== '' && to === '' && !whole.includes(',') && { to: Number(from) }),
    };
    const text = taken(address, range, context);
    if (text === null) return unconverted(line, '@include', context);
    note('includes');
    return text.replace(/^---\n[\s\S]*?\n---\n/, '').split('\n');
  }
  return [line];
}

function taken(
  address: string,
  part: Parameters<typeof partOf>[1],
  { settings, path, fileAt }: SourceContext,
): string | null {
  const isFromTop = address.startsWith('@');
  const tops = isFromTop ? [settings.root, settings.folder] : [folderOf(path)];
  for (const top of tops) {
    const at = resolved(top, address.replace(/^@\//, '').replace(/^\//, ''));
    const text = at === null ? null : fileAt(at);
    if (text !== null) return partOf(text, part);
  }
  return null;
}

function unconverted(line: string, detail: string, { note }: SourceContext): string[] {
  note('unconverted', 1, detail);
  return [line];
}

const CODE_MARK =
  /\s*(?:\/\/|#|--|;|%|<!--|\/\*)\s*\[!code\s+([\w+-]+)(?::[^\]]*)?\]\s*(?:-->|\*\/)?\s*$/;

/** A block of code: its title stands above it, its marks go, and lines that were added or taken out make it a patch. */
function codeBlock(block: readonly string[], { note }: SourceContext): string[] {
  const [first = '', ...rest] = block;
  const info = fenceInfo(first);
  if (info === null) return [...block];
  const { indent, marks, language, title } = info;
  const last = rest.pop() ?? '';
  const read = rest.map((line) => {
    const mark = CODE_MARK.exec(line);
    return { line: mark === null ? line : line.slice(0, mark.index), mark: mark?.[1] };
  });
  const nMarks = read.filter(({ mark }) => mark !== undefined).length;
  if (nMarks > 0) note('codeMarks', nMarks);
  const isPatch = read.some(({ mark }) => mark === '++' || mark === '--');
  const lines = read.map(({ line, mark }) =>
    isPatch ? `${mark === '++' ? '+' : mark === '--' ? '-' : ' '}${line}` : line,
  );
  const isKept = title === '' && !isPatch;
  const opening = isKept ? first : `${indent}${marks}${isPatch ? 'diff-' : ''}${language}`;
  if (title !== '') note('codeTitles');
  return [...(title === '' ? [] : partTitle(title, indent)), opening, ...lines, last];
}

/** Scripts and styles of a page show nothing here. */
function withoutScripts(body: string, { note }: SourceContext): string {
  const out: string[] = [];
  const fences = new FenceReader();
  const lines = body.split('\n');
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const tag = fences.takes(line) ? undefined : /^<(script|style)\b[^>]*>/.exec(line)?.[1];
    const end = tag === undefined ? -1 : closingLine(lines, i, tag);
    if (end === -1) {
      out.push(line);
      if (tag !== undefined) note('unconverted', 1, `<${tag}>`);
    } else {
      note('scripts');
      i = end;
    }
  }
  return out.join('\n');
}

/** The line that closes what opens at `start`; -1 when another one opens first, or the text ends: it is prose. */
function closingLine(lines: readonly string[], start: number, tag: string): number {
  const opening = new RegExp(`^<${tag}\\b`);
  for (let i = start; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (i > start && opening.test(line)) return -1;
    if (line.includes(`</${tag}>`)) return i;
  }
  return -1;
}

const V_PRE = /<(\w+)\s+v-pre>([\s\S]*?)<\/\1>/g;
const VALUE = /\{\{\s*\$frontmatter\.(\w+)\s*\}\}/g;
const BADGE = /<Badge\b((?:[^<>"']|"[^"]*"|'[^']*')*?)(?:\/>|>([\s\S]*?)<\/Badge>)/g;
const COMPONENT = /<([A-Z][\w.]*)(?=[\s/>])/g;

/** Prose: badges become their words, values of the front matter are put in; components and other values are counted. */
export function fromVitePress(prose: string, { front, note }: SourceContext): string {
  const next = prose
    .replace(/^\[\[toc\]\]$/gim, () => {
      note('containers');
      return '[TOC]';
    })
    .replace(BADGE, (_, attributes: string, inside = '') => {
      note('badges');
      return /(?:^|\s)text=(["'])(.*?)\1/.exec(attributes)?.[2] ?? inside;
    })
    .replace(VALUE, (whole, key: string) => {
      const value = fieldOf(front, key);
      if (value !== null) note('badges');
      return value ?? whole;
    });
  for (const [, name = ''] of next.matchAll(COMPONENT)) note('components', 1, `<${name}>`);
  const n = [...next.replace(V_PRE, '').matchAll(/\{\{[^{}\n]+\}\}/g)].length;
  if (n > 0) note('unconverted', n, '{{ }}');
  return next.replace(V_PRE, '$2');
}

function fieldOf(front: SourceContext['front'], key: string): string | null {
  if (key === 'title') return front.title ?? null;
  const value = front.other?.find((one) => one.key === key)?.value;
  return value === undefined || value === null ? null : String(value);
}
