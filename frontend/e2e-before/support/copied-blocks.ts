// Compares an article as the preview shows it with what is left of its copy, block by block.
import { writeFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { compareParts, inkEdges, type Pixels, partAsPng, pixelsOf } from './pixels';
import { pageCss } from './wechat';

/** Share of the drawn pixels of a block that may differ: letters that stand a fraction of a pixel apart. */
const TOLERANCE = 0.02;
/** Pixels by which a block may stand or be off. */
const TOLERANCE_PX = 1;
/** Pixels that differ in a block with next to nothing drawn in it. */
const LEAST_PIXELS = 12;
/** Pixels by which an edge of a formula's ink may be off: letters of a font and filled paths fall on pixels differently. */
const INK_PX = 2;
/**
 * How much more room the copy has above and below Chinese in a formula, in em of the text: it holds the letters of
 * any reader's font, KaTeX counts the height of an M.
 */
const CHINESE_ROOM_EM = 0.3;

/** A block of the article: where it stands, how far below the one before it. */
export interface Block {
  name: string;
  gap: number;
  left: number;
  top: number;
  width: number;
  height: number;
  formula: 'none' | 'inline' | 'display';
  /** Size in pixels of the text in whose formula Chinese is; 0 without. In the preview only, as the next. */
  chinesePx: number;
  hasTag: boolean;
}

/** A page with the blocks of an article. */
export interface Sheet {
  blocks: Block[];
  pixels: Pixels;
}

/** What is not as it was shown. */
export interface BlockFault {
  /** Number of the block, from 0; -1 when it is about all of them. */
  block: number;
  says: string;
  /** The block as it was shown and as it is, as PNG, where its pixels differ. */
  pictures?: { shown: Buffer; copied: Buffer };
}

type Fault = Omit<BlockFault, 'block'>;

/** The blocks of a preview, of which `styles` are all style sheets of its frame. */
export const SHOWN_BLOCKS = 'section.article > *';
/** The blocks of what is left of a copy. */
export const COPIED_BLOCKS = '#draft > section > *';

/** The page of an article as its preview shows it. */
export function previewHtml(styles: string, article: string): string {
  // The margin of the sheet is the frame's, not the article's.
  return `<!doctype html><style>${styles}\nbody{padding:0!important}</style>${article}`;
}

/** The page of what is left of a copy. */
export function draftHtml(draft: string): string {
  return `<!doctype html><style>${pageCss()}</style><div id="draft">${draft}</div>`;
}

/** Draws a page of this width in Chromium, at an address of the server's origin, so that the fonts of formulas load. */
export async function sheetInChromium(
  page: Page,
  html: string,
  selector: string,
  width: number,
): Promise<Sheet> {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width, height: 900 });
  await sheet.route('/sheet-of-a-test', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await sheet.goto('/sheet-of-a-test', { waitUntil: 'load' });
  await sheet.evaluate(() => document.fonts.ready);
  await sheet.evaluate(asFarAsWechatGoes);
  const blocks = await sheet.evaluate(measureBlocks, selector);
  await sheet.evaluate(moveToWholePixels, selector);
  const pixels = await pixelsOf(sheet);
  await sheet.close();
  return { blocks, pixels };
}

/**
 * Runs in the page: what WeChat cannot have is made in the preview as the chain makes it. Folds are open without a sign
 * to fold them, footnotes have no way back (docs/copy-chain.md, "What the preview shows").
 */
export function asFarAsWechatGoes(): void {
  for (const summary of document.querySelectorAll('summary')) summary.style.display = 'block';
  for (const back of document.querySelectorAll('.footnote-back')) back.remove();
}

/** Runs in the page: the blocks that a selector finds. */
export function measureBlocks(selector: string): Block[] {
  let above: number | undefined;
  return [...document.querySelectorAll(selector)].map((block) => {
    const { left, top, width, height, bottom } = block.getBoundingClientRect();
    const gap = above === undefined ? 0 : top - above;
    above = bottom;
    const name = (block.textContent ?? '').trim().slice(0, 24) || block.localName;
    const isAround = block.querySelector('.math-inline, .math-block') !== null;
    const formula = block.matches('.math-block') ? 'display' : isAround ? 'inline' : 'none';
    const hasChinese = block.querySelector('.cjk_fallback') !== null;
    const chinesePx = hasChinese ? Number.parseFloat(getComputedStyle(block).fontSize) : 0;
    const hasTag = block.querySelector('.katex-tag') !== null;
    const place = { left, top: top + scrollY, width, height };
    return { name, gap, ...place, formula, chinesePx, hasTag };
  });
}

/** Runs in the page: each block begins on a whole pixel, for lines of tables are drawn above or below a half one. */
export function moveToWholePixels(selector: string): void {
  const blocks = [...document.querySelectorAll<HTMLElement>(selector)];
  const tops = blocks.map((block) => block.getBoundingClientRect().top + scrollY);
  for (const [i, block] of blocks.entries()) {
    block.style.position = 'relative';
    block.style.top = `${Math.round(tops[i] ?? 0) - (tops[i] ?? 0)}px`;
  }
}

/** What of a copy is not as the preview has shown it. */
export function faultsOf(shown: Sheet, copied: Sheet): BlockFault[] {
  if (shown.blocks.length !== copied.blocks.length) {
    return [
      { block: -1, says: `${copied.blocks.length} of ${shown.blocks.length} blocks are left` },
    ];
  }
  return shown.blocks.flatMap((block, i) => {
    const other = copied.blocks[i];
    if (other === undefined) return [];
    const faults = [...offSides(block, other)];
    if (block.formula === 'display') faults.push(...offInk(shown, block, copied, other));
    if (block.formula === 'none') faults.push(...otherPixels(shown, block, copied, other));
    return faults.map((fault) => ({ ...fault, block: i, says: `${block.name}: ${fault.says}` }));
  });
}

/** Attaches the pictures of faults to a test, and answers what they say. */
export async function reported(
  info: TestInfo,
  name: string,
  faults: readonly BlockFault[],
): Promise<string[]> {
  for (const [i, { pictures }] of faults.entries()) {
    for (const [side, body] of Object.entries<Buffer>(pictures ?? {})) {
      const file = info.outputPath(`${name}-${i}-${side}.png`);
      writeFileSync(file, body);
      await info.attach(`${name}-${i}-${side}`, { path: file, contentType: 'image/png' });
    }
  }
  return faults.map(({ says }) => `${name}: ${says}`);
}

/** How much higher a copied block may be. */
function roomOf({ formula, chinesePx }: Block): number {
  return formula === 'display' ? chinesePx * CHINESE_ROOM_EM : 0;
}

function offSides(block: Block, other: Block): Fault[] {
  // KaTeX sets formulas in the preview, the copy holds paths, and the two are not equally wide: a line with one may
  // break elsewhere, so of such a block only the place is compared. A block that is a formula has its height.
  const sides =
    block.formula === 'inline'
      ? (['left', 'width', 'gap'] as const)
      : (['left', 'width', 'gap', 'height'] as const);
  return sides.flatMap((side) => {
    const allowed = TOLERANCE_PX + (side === 'height' ? roomOf(block) : 0);
    if (Math.abs(block[side] - other[side]) <= allowed) return [];
    return [
      { says: `${side} is ${block[side].toFixed(1)}, of the copy ${other[side].toFixed(1)}` },
    ];
  });
}

/** formulas.spec.ts compares the strokes, for many formulas. */
function offInk(shown: Sheet, block: Block, copied: Sheet, other: Block): Fault[] {
  const inkOf = (pixels: Pixels, { top, height }: Block) =>
    inkEdges(pixels, Math.round(top), Math.round(height));
  const edges = inkOf(copied.pixels, other);
  const off = inkOf(shown.pixels, block).map((edge, side) => (edges[side] ?? 0) - edge);
  // A tag is at the edge of the column in the preview, at a set distance in the copy.
  const compared = block.hasTag ? [off[1], off[3]] : off;
  if (compared.every((px = 0) => Math.abs(px) <= INK_PX + roomOf(block))) return [];
  return [{ says: `the ink of the copy is off by ${off.join(', ')}` }];
}

function otherPixels(shown: Sheet, block: Block, copied: Sheet, other: Block): Fault[] {
  // Without its first and last row: a line of the neighbor may be drawn on it.
  const [top, otherTop] = [Math.round(block.top) + 1, Math.round(other.top) + 1];
  const rows = Math.floor(Math.min(block.height, other.height)) - 2;
  const { differing, drawn } = compareParts(shown.pixels, top, copied.pixels, otherTop, rows);
  if (differing <= Math.max(LEAST_PIXELS, drawn * TOLERANCE)) return [];
  return [
    {
      says: `${differing} of ${drawn} pixels differ`,
      pictures: {
        shown: partAsPng(shown.pixels, top, rows),
        copied: partAsPng(copied.pixels, otherTop, rows),
      },
    },
  ];
}
