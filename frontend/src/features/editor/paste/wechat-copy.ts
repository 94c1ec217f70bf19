/**
 * Code and formulas of an article that was copied for WeChat.
 *
 * Such a copy has only styles: no classes, no data, no `pre`. What it looks like stands in docs/copy-chain.md.
 */

/** What the copy of a code block consists of. */
const IN_CODE = new Set([
  'p',
  'section',
  'div',
  'span',
  'font',
  'code',
  'br',
  'strong',
  'b',
  'em',
  'i',
]);

const CODE_FONT = /\bfont(-family)?\s*:[^;]*(mono|menlo|consolas|courier)/i;

/** Makes blocks of copied code `pre` elements, without line numbers. Drawings must be removed before. */
export function copiedCode(body: HTMLElement): void {
  for (const box of body.querySelectorAll('section, div')) {
    if (!box.isConnected || !(isScroller(box) || isWrapping(box)) || !isOnlyCode(box)) continue;
    const code = textOf(box);
    if (code.trim() === '') continue;
    const before = box.previousElementSibling;
    if (before !== null && styleOf(box.parentElement).includes('flex') && isNumbers(before)) {
      before.remove();
    }
    const pre = body.ownerDocument.createElement('pre');
    pre.textContent = code;
    box.replaceWith(pre);
  }
}

/** Code that scrolls: nothing else is in the font of code, in lines that do not wrap, in a box that scrolls. */
function isScroller(box: Element): boolean {
  const style = styleOf(box);
  return (
    /display\s*:\s*-webkit-box/.test(style) &&
    /(white-space|text-wrap(-mode)?)\s*:\s*nowrap/.test(style) &&
    /overflow(-x)?\s*:\s*(auto|scroll)/.test(style) &&
    hasCodeFont(box)
  );
}

/** Code that the author lets wrap is known by its line numbers. */
function isWrapping(box: Element): boolean {
  const before = box.previousElementSibling;
  return (
    before !== null &&
    box.nextElementSibling === null &&
    /display\s*:\s*flex/.test(styleOf(box.parentElement)) &&
    hasCodeFont(box) &&
    isNumbers(before)
  );
}

function hasCodeFont(box: Element): boolean {
  for (let at: Element | null = box; at !== null; at = at.parentElement) {
    if (CODE_FONT.test(styleOf(at))) return true;
  }
  return false;
}

function isOnlyCode(box: Element): boolean {
  return [...box.querySelectorAll('*')].every((part) => IN_CODE.has(part.localName));
}

/** Whether all lines are numbers, each one more than the last. */
function isNumbers(box: Element): boolean {
  const lines = textOf(box).trim().split('\n');
  const first = Number(lines[0]);
  return lines.every((line, at) => /^\d+$/.test(line) && Number(line) === first + at);
}

/** The text of a box with its lines: those of `br` and of boxes. */
function textOf(box: Element): string {
  let text = '';
  let isEnded = false;
  const endLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
    isEnded = false;
  };
  const read = (node: Node) => {
    for (const child of node.childNodes) {
      if (child instanceof Element) {
        const isBox = /^(p|section|div)$/.test(child.localName);
        if (isBox || isEnded) endLine();
        if (child.localName === 'br') text += '\n';
        read(child);
        if (isBox) isEnded = true;
        continue;
      }
      // Who wrote the HTML may have broken its lines.
      const value = (child.nodeValue ?? '').replace(/[ \t]*[\r\n][ \t\r\n]*/g, '\n');
      if (value === '' || (value === '\n' && isEnded)) continue;
      if (isEnded) endLine();
      const isStart = text === '' || text.endsWith('\n');
      text += (isStart ? value.replace(/^\n/, '') : value)
        .replaceAll('\n', ' ')
        .replaceAll('\u00a0', ' ');
    }
  };
  read(box);
  return text;
}

/** What stands for a formula whose source is lost: the author sees where to write it again. */
export const LOST_TEX = '\\square';

/** Formulas that are drawn as paths, and whether each is a block. Neither icons nor diagrams are among them. */
export function drawnFormulas(body: HTMLElement): { svg: Element; isBlock: boolean }[] {
  return [...body.querySelectorAll('svg')].filter(isFormula).map((svg) => {
    const around = svg.parentElement;
    const isAlone = around?.childElementCount === 1 && around.textContent === svg.textContent;
    return { svg, isBlock: isAlone && /^(section|div)$/.test(around.localName) };
  });
}

/** A formula grows with the text and has its baseline at zero, so that its box begins above. */
function isFormula(svg: Element): boolean {
  const mathJax = svg.closest('mjx-container, [class*="MathJax"]');
  // Beside a drawing of MathJax stands its source or its MathML.
  const isTwice =
    mathJax !== null &&
    (mathJax.localName !== 'mjx-container' || mathJax.querySelector('math') !== null);
  const growsWithText =
    /(^|;)\s*width\s*:\s*[\d.]+e[mx]/.test(styleOf(svg)) ||
    /^[\d.]+ex$/.test(svg.getAttribute('width') ?? '');
  const beginsAbove = /^\s*-?[\d.]+[\s,]+-/.test(svg.getAttribute('viewBox') ?? '');
  return growsWithText && beginsAbove && !isTwice;
}

function styleOf(element: Element | null): string {
  return element?.getAttribute('style') ?? '';
}
