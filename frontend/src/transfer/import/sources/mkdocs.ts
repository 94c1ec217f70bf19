import { FenceReader } from '../../../lib/text/prose';
import { resolved } from '../paths';
import type { SourceContext } from './context';
import { fenceInfo, partTitle } from './fence-info';
import { partOf } from './includes';

/** What the sources of MkDocs and its Material theme write in their own way. */

const CALLOUT =
  /^(\s*)(?:!!!|\?\?\?\+?)(?=[ \t]*["\w])[ \t]*(?:([\w-]+)(?:[ \t]+[\w-]+)*)?(?:[ \t]*"(.*)")?[ \t]*$/;
const TAB = /^(\s*)===[!+]?[ \t]+"(.*)"[ \t]*$/;
const SNIPPET = /^(\s*);?--8<--\s+(["'])(.+)\2\s*$/;

/** A block between slashes. */
const BLOCK = /^(\s*)(\/{3,})[ \t]*([\w-]+)[ \t]*(?:\|[ \t]*(.*?))?[ \t]*$/;
const BLOCK_KINDS =
  /^(?:admonition|details|note|attention|caution|danger|error|tip|hint|important|warning|info|success|question|failure|bug|example|quote|abstract|check)$/;
const BLOCK_OPTION = /^\s{4,}([\w-]+):[ \t]*(.*?)[ \t]*$/;

/** `key: value` lines at the start of a text, without the marks of front matter. */
const FIELDS = /^(?:[\w-]+:(?!\/\/).*\n(?: {4,}.*\n)*)+(?=\n)/;

/** A text whose fields stand in front matter. */
export const withFields = (text: string): string =>
  text.replace(FIELDS, (fields) => `---\n${fields}---\n`);

/** Blocks: callouts, tabs one below the other, code with its title, files that are taken in. */
export function mkDocsBlocks(body: string, context: SourceContext): string {
  return converted(withSnippets(body, context).split('\n'), context).join('\n');
}

function converted(lines: readonly string[], context: SourceContext): string[] {
  const { note } = context;
  const out: string[] = [];
  const fences = new FenceReader();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const wasInside = fences.isInside;
    if (fences.takes(line)) {
      out.push(...(wasInside ? [line] : opening(line, context)));
      continue;
    }
    const block = blockAt(lines, at, context);
    if (block !== null) {
      out.push(...block.lines);
      at = block.end;
      continue;
    }
    const callout = CALLOUT.exec(line);
    const tab = callout === null ? TAB.exec(line) : null;
    const head = callout ?? tab;
    if (head === null) {
      out.push(line);
      continue;
    }
    const [, indent = ''] = head;
    const body = indented(lines, at + 1, indent.length + 4);
    at += body.length;
    const inner = converted(
      body.map((one) => (one.trim() === '' ? '' : indent + one.slice(indent.length + 4))),
      context,
    );
    if (tab !== null) {
      note('tabs');
      out.push(...partTitle(tab[2] ?? '', indent), ...inner, '');
    } else {
      note('callouts');
      out.push(...calloutOf(head[2] ?? 'note', head[3] ?? '', inner, indent));
    }
  }
  return out;
}

function calloutOf(
  kind: string,
  title: string,
  inner: readonly string[],
  indent: string,
): string[] {
  const head = `${indent}:::${kind}${title === '' ? '' : ` ${title}`}`;
  return ['', head, ...trimmed(inner), `${indent}:::`, ''];
}

/** What a block between slashes becomes, and its last line; null when none that is known begins at the line. */
function blockAt(
  lines: readonly string[],
  at: number,
  context: SourceContext,
): { lines: string[]; end: number } | null {
  const [, indent = '', marks = '', name = '', title = ''] = BLOCK.exec(lines[at] ?? '') ?? [];
  const end = marks === '' ? -1 : closingLine(lines, at, indent + marks);
  if (end === -1) return null;
  if (name !== 'tab' && !BLOCK_KINDS.test(name)) {
    context.note('unconverted', 1, `/// ${name}`);
    return null;
  }
  const body = lines.slice(at + 1, end);
  const options = new Map<string, string>();
  for (let option = BLOCK_OPTION.exec(body[0] ?? ''); option !== null; ) {
    options.set(option[1] ?? '', option[2] ?? '');
    body.shift();
    option = BLOCK_OPTION.exec(body[0] ?? '');
  }
  const inner = converted(body, context);
  context.note(name === 'tab' ? 'tabs' : 'callouts');
  if (name === 'tab') return { lines: [...partTitle(title, indent), ...inner, ''], end };
  const kind = options.get('type') ?? (name === 'admonition' ? 'note' : name);
  return { lines: calloutOf(kind, title, inner, indent), end };
}

/** The line that holds nothing but `marks`, outside of code; -1 when there is none. */
function closingLine(lines: readonly string[], start: number, marks: string): number {
  const fences = new FenceReader();
  return lines.findIndex(
    (line, at) => at > start && !fences.takes(line) && line.trimEnd() === marks,
  );
}

/** The lines from `start` on that stand at least so deep, and the empty ones between them. */
function indented(lines: readonly string[], start: number, depth: number): string[] {
  let end = start;
  for (let at = start; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').replaceAll('\t', '    ');
    if (line.trim() === '') continue;
    if ((/^ */.exec(line)?.[0].length ?? 0) < depth) break;
    end = at + 1;
  }
  return lines
    .slice(start, end)
    .map((line) => line.replace(/^[ \t]+/, (blanks) => blanks.replaceAll('\t', '    ')));
}

function trimmed(lines: readonly string[]): string[] {
  const isText = (line: string) => line.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(isText)), lines.findLastIndex(isText) + 1);
}

/** The first line of a block of code. Its title stands above it. */
function opening(line: string, { note }: SourceContext): string[] {
  const info = fenceInfo(line);
  if (info === null) return [line];
  const { indent, marks, language, title } = info;
  const first = `${indent}${marks}${language}`;
  if (title === '') return [line.includes('{') || line.includes('=') ? first : line];
  note('codeTitles');
  return [...partTitle(title, indent), first];
}

/** Files that stand in a text by name are put in, in code as well. */
function withSnippets(body: string, { note, settings, fileAt }: SourceContext): string {
  const bases = [...settings.text.matchAll(/base_path:\s*["']?([^\s"'[\]]+)/g)].map(
    ([, at = '']) => at,
  );
  const tops = ['', ...bases].map((at) => resolved(settings.folder, at) ?? settings.folder);
  return body
    .split('\n')
    .map((line) => {
      const [whole, indent = '', , named = ''] = SNIPPET.exec(line) ?? [];
      if (whole === undefined) return line;
      const [, path = '', more = ''] = /^(.+?)((?::[\w-]*)*)$/.exec(named) ?? [];
      const [, from = '', to = ''] = more.split(':');
      const isRange = /^\d*$/.test(from);
      const part = isRange
        ? { ...(from !== '' && { from: Number(from) }), ...(to !== '' && { to: Number(to) }) }
        : { region: from };
      for (const top of [...tops, settings.root]) {
        const at = resolved(top, path);
        const text = at === null ? null : fileAt(at);
        const taken = text === null ? null : partOf(text, part);
        if (taken === null) continue;
        note('includes');
        const lines = taken.split('\n').filter((one) => !/--8<--\s+\[(start|end):/.test(one));
        return lines.map((one) => (one === '' ? '' : indent + one)).join('\n');
      }
      note('unconverted', 1, '--8<--');
      return line;
    })
    .join('\n');
}

const ATTRIBUTES =
  /(\]\([^()\n]*\)|\]|[`*])\{:?[ \t]*((?:[.#][\w-]+|[\w-]+=(?:"[^"]*"|[^\s"}]+))(?:[ \t]+(?:[.#][\w-]+|[\w-]+=(?:"[^"]*"|[^\s"}]+)))*)[ \t]*\}/g;
const KEYS = /\+\+([a-z0-9]+(?:[-+][a-z0-9]+)*)\+\+/g;
const ICON = /:(material|fontawesome|octicons|simple)(?:-[\w]+)+:/g;
const HEADING_ID = /^(#{1,6} .*?)[ \t]*\{[ \t]*#([\w-]+)[ \t]*\}[ \t]*$/gm;

/** Prose: keys become code, ids of headings stay, attributes go; icons and abbreviations are counted. */
export function fromMkDocs(prose: string, { note, settings }: SourceContext): string {
  const hasKeys = /pymdownx\.keys/.test(settings.text);
  for (const [, set] of prose.matchAll(ICON)) note('unconverted', 1, `:${set}-…:`);
  for (const _ of prose.matchAll(/^\*\[[^\]\n]+\]:/gm)) note('unconverted', 1, '*[…]:');
  const next = prose.replace(HEADING_ID, '$1 {#$2}').replace(ATTRIBUTES, (_, before: string) => {
    note('attributes');
    return before;
  });
  if (!hasKeys) return next;
  return next.replace(KEYS, (_, names: string) => {
    note('keys');
    const keys = names.split('+').map((name) => name.charAt(0).toUpperCase() + name.slice(1));
    return `\`${keys.join('+')}\``;
  });
}
