import { tableLine } from './table-line';

/** A click on a block of the preview. */
interface Click {
  /** The element of the block. */
  block: Element;
  /** What was clicked in it. */
  target: Element;
  /** Where, in pixels of the frame's window. */
  y: number;
  /** The source from the first line of the block to the next block. */
  lines: readonly string[];
}

/** A part of the block: indexes of the lines that it shows, and its box on the screen. */
interface Part {
  shown: readonly number[];
  top: number;
  bottom: number;
}

const CODE = 'pre.code-block, section.diagram';
const MARKER = /^[\s>]*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?!.*`)|~{3,})/;
const DEFINITION = /^ {0,3}\[\^?([^\]]+)\]:/;
/** A blank line, or one that closes a container. */
const EDGE = /^[\s>]*(?::{3,}\s*|<\/[a-z]+>\s*)?$/i;

/** Index of the line in `lines` that was clicked. */
export function clickedLine(click: Click): number {
  const end = writtenEnd(click.lines);
  const line = tableLine(click.block, click.target) ?? lineOfPart(click, partOf(click, end));
  return Math.max(0, Math.min(line, end - 1));
}

/**
 * The line (1-based) of what was clicked in a block that is collected from the whole text; null when it is not found.
 *
 * `lines`: the whole source.
 */
export function collectedLine(
  block: Element,
  target: Element,
  lines: readonly string[],
): number | null {
  const note = target.closest('li[id^="fn-"]') ?? block.querySelector('li[id^="fn-"]');
  if (note !== null) {
    const name = foldedName(note.id.slice(3));
    return numberOf(lines, (line) => {
      const [, defined] = /^[\s>]*\[\^([^\]]+)\]:/.exec(line) ?? [];
      return defined !== undefined && foldedName(defined) === name;
    });
  }
  const address = (target.closest('p') ?? block).querySelector('i')?.textContent ?? '';
  return address === '' ? null : numberOf(lines, (line) => line.includes(address));
}

/** Whether the block holds what stands elsewhere in the text. */
export function isCollected(block: Element | null): boolean {
  return block?.matches('section.footnotes, section.citations') ?? false;
}

function numberOf(lines: readonly string[], isWanted: (line: string) => boolean): number | null {
  const index = lines.findIndex(isWanted);
  return index === -1 ? null : index + 1;
}

function foldedName(name: string): string {
  return name.trim().replaceAll(/\s+/g, '-').toLowerCase();
}

function partOf({ block, target, lines }: Click, end: number): Part {
  return (
    codePart(block, target, lines) ??
    itemPart(block, target, lines, end) ??
    framePart(block, target, lines, end) ?? { shown: written(lines, 0, end), ...box(block) }
  );
}

function lineOfPart({ y }: Click, { shown, top, bottom }: Part): number {
  const share = bottom <= top ? 0 : (y - top) / (bottom - top);
  const index = Math.min(Math.max(0, Math.floor(share * shown.length)), shown.length - 1);
  return shown[index] ?? 0;
}

/** Code: its lines are those behind the fence. */
function codePart(block: Element, target: Element, lines: readonly string[]): Part | null {
  const code = target.closest('pre.code-block');
  const text = code?.querySelector('code');
  if (code === null || !text || !block.contains(code)) return null;
  const start =
    block === code ? (FENCE.test(lines[0] ?? '') ? 1 : 0) : fenceEnd(block, code, lines);
  if (start === null) return null;
  const { top } = box(text);
  const n = (text.textContent ?? '').split('\n').length;
  // Without the scrollbar below the last line.
  return { shown: range(start, start + n), top, bottom: top + text.clientHeight };
}

function fenceEnd(block: Element, code: Element, lines: readonly string[]): number | null {
  const fence = counterpart(block, CODE, code, scan(lines).fences);
  return fence === null ? null : fence + 1;
}

/** An item of a list: from its marker to the next one. */
function itemPart(
  block: Element,
  target: Element,
  lines: readonly string[],
  end: number,
): Part | null {
  const item = target.closest('li');
  if (item === null || !block.contains(item)) return null;
  const { markers } = scan(lines.slice(0, end));
  const start = counterpart(block, 'li', item, markers);
  if (start === null) return null;
  const next = markers.find((marker) => marker > start) ?? end;
  const { top, bottom } = box(item);
  const inner = item.querySelector('li');
  return {
    shown: written(lines, start, next),
    top,
    bottom: inner === null ? bottom : box(inner).top,
  };
}

/** A container with a title: the title is its first line, the text is below. */
function framePart(
  block: Element,
  target: Element,
  lines: readonly string[],
  end: number,
): Part | null {
  const title = block.querySelector(':scope > .alert-title, :scope > summary');
  if (title === null) return null;
  const { top, bottom } = box(title);
  const line = title.matches('summary')
    ? Math.max(
        0,
        lines.findIndex((text) => /<summary/i.test(text)),
      )
    : 0;
  if (title.contains(target)) return { shown: [line], top, bottom };
  const shown = written(lines, line + 1, end);
  return { shown: shown.length === 0 ? [line] : shown, top: bottom, bottom: box(block).bottom };
}

/** The line that belongs to `element`, if there are as many lines as elements. */
function counterpart(
  block: Element,
  selector: string,
  element: Element,
  lines: readonly number[],
): number | null {
  const elements = [...block.querySelectorAll(selector)];
  return elements.length === lines.length ? (lines[elements.indexOf(element)] ?? null) : null;
}

/** Indexes of the lines that begin an item, and of those that open a fence. */
function scan(lines: readonly string[]): { markers: number[]; fences: number[] } {
  const [markers, fences]: [number[], number[]] = [[], []];
  let open: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (open !== null) {
      const bare = line.replace(/^[\s>]+/, '').trimEnd();
      if (bare.length >= open.length && bare === open.charAt(0).repeat(bare.length)) open = null;
      continue;
    }
    if (MARKER.test(line)) markers.push(index);
    open = FENCE.exec(line)?.[1] ?? null;
    if (open !== null) fences.push(index);
  }
  return { markers, fences };
}

/** The index behind the last line that is written, above a definition that stands elsewhere in the article. */
function writtenEnd(lines: readonly string[]): number {
  const { fences } = scan(lines);
  const definition = lines.findIndex((line) => DEFINITION.test(line));
  let end = definition > 0 && fences.length === 0 ? definition : lines.length;
  while (end > 1 && /^[\s>]*$/.test(lines[end - 1] ?? '')) end -= 1;
  return end;
}

/** Indexes of the lines from `start` to `end` that have a text of their own. */
function written(lines: readonly string[], start: number, end: number): number[] {
  return range(start, end).filter((index) => !EDGE.test(lines[index] ?? ''));
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

function box(element: Element): { top: number; bottom: number } {
  const { top, bottom } = element.getBoundingClientRect();
  return { top, bottom };
}
