/** A fenced code block with a language. Offsets in UTF-16 units. */
export interface CodeBlock {
  language: string;
  code: string;
  /** Where the code begins in the text. */
  from: number;
}

/** A line that may open or close code. A search for these is many times faster than a look at every line. */
const FENCE_LINE = /(?<![^\n]) {0,3}(?:`{3}|~{3})[^\n]*/g;
const OPEN = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`{]+)[^`]*$/;

/** The fenced code blocks at the outermost level that name a language and are closed. */
export function codeBlocks(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { sign: string; language: string; from: number } | null = null;
  for (const { 0: line, index } of text.matchAll(FENCE_LINE)) {
    if (open === null) {
      const [, sign, language] = OPEN.exec(line) ?? /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line) ?? [];
      if (sign !== undefined) {
        open = { sign, language: language ?? '', from: index + line.length + 1 };
      }
    } else if (isClose(line, open.sign)) {
      const code = text.slice(open.from, Math.max(open.from, index - 1));
      if (open.language !== '' && code !== '') {
        blocks.push({ language: open.language, code, from: open.from });
      }
      open = null;
    }
  }
  return blocks;
}

function isClose(line: string, sign: string): boolean {
  const close = line.replace(/^ {0,3}/, '').trimEnd();
  return close.length >= sign.length && close === sign.charAt(0).repeat(close.length);
}

/** A part of code that has a color. */
interface ColoredPart {
  /** Offsets in the code. */
  from: number;
  to: number;
  /** `hljs-keyword` and the like. */
  className: string;
}

/** The colored parts of the highlighter's HTML: spans with classes around escaped text. The innermost class counts. */
export function coloredParts(html: string): ColoredPart[] {
  const parts: ColoredPart[] = [];
  const stack: string[] = [];
  let at = 0;
  for (const [token] of html.matchAll(/<span class="([^"]*)">|<\/span>|&[^;]+;|[^<&]+/g)) {
    if (token === '</span>') stack.pop();
    else if (token.startsWith('<')) stack.push(/"([^"]*)"/.exec(token)?.[1]?.split(' ')[0] ?? '');
    else {
      const length = token.startsWith('&') ? 1 : token.length;
      const className = stack.at(-1);
      const last = parts.at(-1);
      if (className !== undefined) {
        if (last?.to === at && last.className === className) last.to += length;
        else parts.push({ from: at, to: at + length, className });
      }
      at += length;
    }
  }
  return parts;
}
