import { DRAFT_MAX_CHARS } from '../../../config/limits';
import type { Finding } from '../../../engine/types';
import { articleSize } from './article-size';
import type { UnfilledSlot } from './fill-slots';
import { findLine, type Lines } from './find-line';

/** One thing that WeChat will not keep as it is. */
export interface CheckItem {
  /** Names the words, below `finding`. */
  key: string;
  detail: string;
  /** Why, if that is more than the key says. */
  cause?: unknown;
  /** Line of the source, 1-based. */
  line: number | null;
  /** The author must confirm it before the copy; else it is a note. */
  isSerious: boolean;
}

/** Findings that readers would see as missing or broken content. */
const SERIOUS = new Set([
  'export.image.local',
  'export.image.data',
  'export.image.blob',
  'export.image.webp',
  'export.image.svg',
  'export.rule.element',
  'export.rule.attribute',
  'export.slot.failed',
]);

/** Findings whose detail is a number, which is not in the text. */
const COUNTED = new Set(['export.link.external', 'export.size']);

interface Result {
  html: string;
  findings: readonly Finding[];
  unfilled: readonly UnfilledSlot[];
  nPictures: number;
}

/**
 * What an author should know about a result, each with its line, serious items first.
 *
 * `isCited`: the article ends with a list of all addresses of links, so none is lost.
 */
export function checkItems(result: Result, lines: Lines, isCited = false): CheckItem[] {
  const { findings, unfilled, nPictures } = result;
  const items: CheckItem[] = unfilled.map(({ slot, error }) => ({
    key: `slot.${slot.kind}`,
    detail: slot.source.trim().split('\n')[0] ?? '',
    cause: error,
    line: findLine(lines, slot.source.trim()),
    // Code without colors is still readable.
    isSerious: slot.kind !== 'code',
  }));
  if (nPictures > 0) {
    items.push({
      key: 'export.image.picture',
      detail: String(nPictures),
      line: null,
      isSerious: false,
    });
  }
  // These carry the source of a slot that is named above already.
  const named = new Set(unfilled.map(({ slot }) => cut(slot.source)));
  for (const { key, detail } of findings) {
    const text = detail ?? '';
    if (key === 'export.slot.failed' && named.has(text)) continue;
    if (key === 'export.image.data' && isOwnPicture(text, nPictures, lines)) continue;
    if (key === 'export.link.external' && isCited) continue;
    if (key === 'export.size' && articleSize(result.html) < DRAFT_MAX_CHARS) continue;
    const line = COUNTED.has(key) ? null : findLine(lines, text);
    items.push({ key, detail: text, line, isSerious: SERIOUS.has(key) });
  }
  return [...items.filter((item) => item.isSerious), ...items.filter((item) => !item.isSerious)];
}

/** Items grouped by their words, in order. */
export function groupItems(items: readonly CheckItem[]): CheckItem[][] {
  const groups = new Map<string, CheckItem[]>();
  for (const item of items) groups.set(item.key, [...(groups.get(item.key) ?? []), item]);
  return [...groups.values()];
}

/** A text that is the same for the same findings, so that the author confirms them only once. */
export function signatureOf(items: readonly CheckItem[]): string {
  return items
    .filter((item) => item.isSerious)
    .map(({ key, detail }) => `${key} ${detail}`)
    .join('\n');
}

/** How the export module shortens a detail. */
function cut(detail: string): string {
  const chars = [...detail];
  return chars.length <= 120 ? detail : `${chars.slice(0, 120).join('')}…`;
}

// The data of a diagram that became a picture is in no block; a data address of the author is.
function isOwnPicture(address: string, nPictures: number, lines: Lines): boolean {
  return nPictures > 0 && findLine(lines, address) === null;
}
