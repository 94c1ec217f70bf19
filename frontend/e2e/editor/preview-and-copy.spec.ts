// The promise of the product: what was pasted into WeChat and saved looks as the preview does.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { ARTICLE_SETTINGS, type ArticleSettings } from '../support/article-settings';
import { type EditorScreen, expect, test } from '../support/editor';
import { plainPicture } from '../support/pictures';
import { compareParts, inkEdges, type Pixels, partAsPng, pixelsOf } from '../support/pixels';
import { putSettings } from '../support/storage';
import { pageCss, pasted, saved } from '../support/wechat';

/** `COPY_ALL=1` tries every article in every setting; otherwise each article meets a third of the settings. */
const isWhole = process.env.COPY_ALL !== undefined;
/** Every article is in each `SHARE`-th setting. */
const SHARE = isWhole ? 1 : 3;

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

const folder = path.join(import.meta.dirname, '../fixtures/articles');
const articles = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

/** A block of the article: where it stands, how far below the one before it. */
interface Block {
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

/** A page of the server's origin, so that the fonts of formulas load. */
async function sheetOf(page: Page, html: string, width: number): Promise<Page> {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width, height: 900 });
  const address = new URL('/sheet-of-a-test', page.url()).href;
  await sheet.route(address, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await sheet.goto(address, { waitUntil: 'load' });
  await sheet.evaluate(() => document.fonts.ready);
  return sheet;
}

/** The blocks that `selector` finds, and the page they are on. */
async function blocksOf(
  sheet: Page,
  selector: string,
): Promise<{ blocks: Block[]; pixels: Pixels }> {
  const blocks = await sheet.evaluate((wanted): Block[] => {
    let above: number | undefined;
    return [...document.querySelectorAll(wanted)].map((block) => {
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
  }, selector);
  // Each block begins on a whole pixel: lines of tables are drawn above or below a half one.
  await sheet.evaluate((wanted) => {
    const blocks = [...document.querySelectorAll<HTMLElement>(wanted)];
    const tops = blocks.map((block) => block.getBoundingClientRect().top + scrollY);
    for (const [i, block] of blocks.entries()) {
      block.style.position = 'relative';
      block.style.top = `${Math.round(tops[i] ?? 0) - (tops[i] ?? 0)}px`;
    }
  }, selector);
  const pixels = await pixelsOf(sheet);
  await sheet.close();
  return { blocks, pixels };
}

/** The article in its frame, with the frame's style sheets. */
async function previewDocument(editor: EditorScreen): Promise<string> {
  const { styles, article } = await editor.preview.locator('html').evaluate((root) => ({
    styles: [...root.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n'),
    article: root.querySelector('section.article')?.outerHTML ?? '',
  }));
  // The margin of the sheet is the frame's, not the article's.
  return `<!doctype html><style>${styles}\nbody{padding:0!important}</style>${article}`;
}

/**
 * What WeChat cannot have is made in the preview as the chain makes it: folds are open without a sign to fold them,
 * footnotes have no way back (docs/copy-chain.md, "What the preview shows").
 */
function asFarAsWechatGoes(): void {
  for (const summary of document.querySelectorAll('summary')) summary.style.display = 'block';
  for (const back of document.querySelectorAll('.footnote-back')) back.remove();
}

/** Opens the editor on the text in these settings and waits until every slot is filled. */
async function openIn(editor: EditorScreen, settings: ArticleSettings, text: string) {
  const { page } = editor;
  const picture = (width: number, height: number) => ({
    body: plainPicture(width, height),
    contentType: 'image/png',
  });
  for (const place of [page, page.context()]) {
    await place.route(/^https:\/\/example\.com\//, (route) =>
      route.fulfill(route.request().url().includes('small') ? picture(120, 80) : picture(900, 500)),
    );
  }
  const { css, ...rest } = settings;
  await editor.open();
  await editor.saved();
  await putSettings(page, {
    ...rest,
    ...(css === undefined
      ? {}
      : {
          css_content_config: {
            active: 'own',
            tabs: [{ title: 'own', name: 'own', content: css }],
          },
        }),
  });
  await editor.fill(text);
  await page.reload();
  await editor.ready();
  await expect
    .poll(
      () =>
        editor.article.evaluate(
          (root) =>
            root.querySelectorAll(
              '.diagram:not(:has(> svg)), [data-tex]:not(:has(.katex)), .slot-error',
            ).length,
        ),
      { timeout: 60_000 },
    )
    .toBe(0);
}

for (const [number, settings] of ARTICLE_SETTINGS.entries()) {
  test(`articles_in_setting_${number + 1}_are_pasted_as_they_were_shown`, async ({
    editor,
    page,
  }, info) => {
    test.setTimeout(isWhole ? 600_000 : 240_000);
    const chosen = articles.filter((_, i) => (i + number) % SHARE === 0);
    await openIn(editor, settings, chosen.map(({ text }) => text).join('\n'));
    const draft = saved(pasted(await editor.copyForWechat()));
    const preview = await previewDocument(editor);
    const problems: string[] = [];
    for (const width of [375, 677]) {
      const before = await sheetOf(page, preview, width);
      await before.evaluate(asFarAsWechatGoes);
      const shown = await blocksOf(before, 'section.article > *');
      const after = await sheetOf(
        page,
        `<!doctype html><style>${pageCss()}</style><div id="draft">${draft}</div>`,
        width,
      );
      const left = await blocksOf(after, '#draft > section > *');
      expect(left.blocks.length).toBe(shown.blocks.length);
      for (const [i, block] of shown.blocks.entries()) {
        const other = left.blocks[i];
        if (other === undefined) continue;
        const says = (what: string) => problems.push(`${width} px, ${block.name}: ${what}`);
        // KaTeX sets formulas in the preview, the copy holds paths, and the two are not equally wide: a line with one
        // may break elsewhere, so of such a block only the place is compared. A block that is a formula has its height.
        const sides =
          block.formula === 'inline'
            ? (['left', 'width', 'gap'] as const)
            : (['left', 'width', 'gap', 'height'] as const);
        const roomPx = block.formula === 'display' ? block.chinesePx * CHINESE_ROOM_EM : 0;
        for (const side of sides) {
          const allowed = TOLERANCE_PX + (side === 'height' ? roomPx : 0);
          if (Math.abs(block[side] - other[side]) > allowed) {
            says(`${side} is ${block[side].toFixed(1)}, of the copy ${other[side].toFixed(1)}`);
          }
        }
        if (block.formula === 'inline') continue;
        if (block.formula === 'display') {
          // formulas.spec.ts compares the strokes, for many formulas.
          const inkOf = (pixels: Pixels, { top, height }: Block) =>
            inkEdges(pixels, Math.round(top), Math.round(height));
          const copied = inkOf(left.pixels, other);
          const off = inkOf(shown.pixels, block).map((edge, side) => (copied[side] ?? 0) - edge);
          // A tag is at the edge of the column in the preview, at a set distance in the copy.
          const compared = block.hasTag ? [off[1], off[3]] : off;
          if (compared.some((px = 0) => Math.abs(px) > INK_PX + roomPx)) {
            says(`the ink of the copy is off by ${off.join(', ')}`);
          }
          continue;
        }
        // Without its first and last row: a line of the neighbor may be drawn on it.
        const [top, otherTop] = [Math.round(block.top) + 1, Math.round(other.top) + 1];
        const rows = Math.floor(Math.min(block.height, other.height)) - 2;
        const { differing, drawn } = compareParts(shown.pixels, top, left.pixels, otherTop, rows);
        if (differing <= Math.max(LEAST_PIXELS, drawn * TOLERANCE)) continue;
        says(`${differing} of ${drawn} pixels differ`);
        for (const [name, body] of [
          ['preview', partAsPng(shown.pixels, top, rows)],
          ['copy', partAsPng(left.pixels, otherTop, rows)],
        ] as const) {
          const file = info.outputPath(`${number + 1}-${width}-${i}-${name}.png`);
          writeFileSync(file, body);
          await info.attach(path.basename(file), { path: file });
        }
      }
    }
    expect(problems).toEqual([]);
  });
}

test('every_article_is_compared_in_a_third_of_the_settings', () => {
  expect(articles.length).toBeGreaterThanOrEqual(40);
  for (const [i] of articles.entries()) {
    const n = ARTICLE_SETTINGS.filter((_, number) => (i + number) % 3 === 0).length;
    expect(n).toBe(5);
  }
});
