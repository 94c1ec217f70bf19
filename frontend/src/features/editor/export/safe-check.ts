import { DRAFT_MAX_CHARS } from '../../../config/limits';
import type { Finding, Slot } from '../../../engine/types';
import { localImageName } from '../../../lib/images/local-image';
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
  'export.image.kept',
  'export.image.relative',
  'export.image.data',
  'export.image.blob',
  'export.image.webp',
  'export.image.svg',
  'export.rule.element',
  'export.rule.attribute',
]);

/** Findings whose detail is a number, which is not in the text. */
const COUNTED = new Set(['export.elements', 'export.link.external', 'export.media', 'export.size']);

interface Result {
  html: string;
  findings: readonly Finding[];
  unfilled: readonly UnfilledSlot[];
  nPictures: number;
  notPictured?: unknown;
}

/**
 * What an author should know about a result, each with its line, serious items first.
 *
 * `isCited`: the article ends with a list of all addresses of links, so none is lost.
 */
export function checkItems(result: Result, lines: Lines, isCited = false): CheckItem[] {
  const { findings, unfilled, nPictures, notPictured } = result;
  const items = unfilled.map(({ slot, error }) => slotItem(slot, error, lines));
  if (nPictures > 0) {
    items.push({
      key: 'export.image.picture',
      detail: String(nPictures),
      line: null,
      isSerious: false,
    });
  }
  if (notPictured !== undefined) {
    items.push({
      key: 'export.image.drawing',
      detail: '',
      cause: notPictured,
      line: null,
      isSerious: false,
    });
  }
  for (const { key, detail, slot } of findings) {
    const text = detail ?? '';
    if (slot) {
      const isNamed = unfilled.some((other) => isSameSlot(other.slot, slot));
      if (!isNamed) items.push(slotItem(slot, text === '' ? undefined : text, lines));
      continue;
    }
    if (key === 'export.image.data' && isOwnPicture(text, nPictures, lines)) continue;
    if (key === 'export.link.external' && isCited) continue;
    // Counted below: the engine has not seen the pictures and formulas that were filled in.
    if (key === 'export.size') continue;
    const line = COUNTED.has(key) ? null : findLine(lines, text);
    const named = key === 'export.image.local' ? imageKey(text) : key;
    items.push({ key: named, detail: text, line, isSerious: SERIOUS.has(named) });
  }
  const nCharacters = articleSize(result.html);
  if (nCharacters >= DRAFT_MAX_CHARS) {
    items.push({ key: 'export.size', detail: String(nCharacters), line: null, isSerious: false });
  }
  return [...items.filter((item) => item.isSerious), ...items.filter((item) => !item.isSerious)];
}

/** What is said of an image that no other site can reach: the browser keeps it, it lay beside a file, or only this site has it. */
function imageKey(address: string): string {
  if (localImageName(address) !== null) return 'export.image.kept';
  return /^(?:[/\\]|[a-z][a-z\d+.-]*:)/i.test(address)
    ? 'export.image.local'
    : 'export.image.relative';
}

/** `cause`: why the slot kept its source, undefined when only the slot itself is known. */
function slotItem(slot: Slot, cause: unknown, lines: Lines): CheckItem {
  const source = slot.source.trim();
  return {
    key: `slot.${slot.kind}`,
    detail: source.split('\n')[0] ?? '',
    cause,
    line: findLine(lines, source),
    // Code without colors is still readable.
    isSerious: slot.kind !== 'code',
  };
}

/** Its detail is a number, which its words say. */
export function isCounted({ key }: CheckItem): boolean {
  return COUNTED.has(key);
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

function isSameSlot(one: Slot, other: Slot): boolean {
  return (
    one.kind === other.kind &&
    one.source === other.source &&
    one.display === other.display &&
    (one.lang ?? null) === (other.lang ?? null)
  );
}

// The data of a diagram that became a picture is in no block; a data address of the author is.
function isOwnPicture(address: string, nPictures: number, lines: Lines): boolean {
  return nPictures > 0 && findLine(lines, address) === null;
}
