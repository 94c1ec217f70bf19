import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import katex from 'katex';
import { expect, test } from '../support/base';
import 'katex/contrib/mhchem';
import { formulaSvg, initSync } from '../../src/engine/pkg/math/moyan_math.js';

/**
 * What is copied looks like the preview: every formula of the engine's fixtures, drawn by both renderers, as pixels.
 *
 * Both are laid on their baseline and left edge. The box of the ink may differ by 2 px or 4 % on a side, and of the
 * ink of each at least 95 % must have ink of the other within 1.5 px.
 */
const SCALE = 2;
const BOX_PX = 2;
const BOX_SHARE = 0.04;
const NEAR_PX = 1.5;
const LEAST_OVERLAP = 0.95;

/** Known to differ, by reason; docs/formulas.md tells the author. */
const DIFFERENT = new Set<string>([
  // The rows of a diagram are farther apart.
  '\\begin{CD} A @>f>> B \\\\ @VgVV @VVhV \\\\ C @>>k> D \\end{CD}',
  // Letters that KaTeX has no font for have the width of the reader's font.
  '\\color{red}\\text{红色} \\text{ru: щи}',
]);

interface Formula {
  tex: string;
  display: boolean;
}

interface Difference extends Formula {
  /** How far the sides of the ink's box are apart, in CSS pixels. */
  sides: number[];
  allowed: number;
  overlap: number;
}

const root = path.join(import.meta.dirname, '../..');
const origin = 'http://formulas.example';

function fixtures(): Formula[] {
  const file = path.join(root, '../engine-wasm/math/tests/fixtures/formulas.json');
  const groups = JSON.parse(readFileSync(file, 'utf8')) as { formulas: string[] }[];
  return groups
    .flatMap(({ formulas }) => formulas)
    .flatMap((tex) => [true, false].map((display) => ({ tex, display })));
}

function byKatex({ tex, display }: Formula): string | undefined {
  try {
    return katex.renderToString(tex, { displayMode: display, output: 'html', strict: 'ignore' });
  } catch {
    // Display environments in a line of text: KaTeX refuses them, we draw them.
    return undefined;
  }
}

/** A formula behind a mark on its baseline, in a cell that nothing leaves. */
function cell(html: string): string {
  return `<div class="cell"><i></i>${html}</div>`;
}

async function show(page: Page, pairs: [string, string][]): Promise<void> {
  const rows = pairs.map(([theirs, ours]) => cell(theirs) + cell(ours)).join('');
  const html = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/katex.min.css"><style>
    body { margin: 0 0 80px; font: 16px/1.75 serif; background: #fff; color: #000 }
    .cell { padding: 40px 60px; white-space: nowrap; overflow: hidden }
    .cell > i { display: inline-block; width: 0; height: 0 }
    .katex-display { display: inline-block; margin: 0 }
    .katex .eqn-num { display: none }
    svg { max-width: none !important }
  </style>${rows}`;
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    return route.fulfill({ path: path.join(root, 'node_modules/katex/dist', pathname) });
  });
  await page.goto(`${origin}/`);
  await page.evaluate(() => document.fonts.ready);
  await page.unroute(`${origin}/**`);
}

/** Compares the cells of a page by twos. Runs in the browser, which can read its own picture. */
async function compare(page: Page): Promise<Omit<Difference, keyof Formula>[]> {
  const picture = (await page.screenshot({ fullPage: true })).toString('base64');
  return page.evaluate(
    async ({ picture, scale, nearPx, boxPx, boxShare }) => {
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const near = nearPx * scale;

      // Ink on a field whose middle is the mark on the baseline.
      const [fieldWidth, fieldHeight] = [6000, 2400];
      const [middleX, middleY] = [1000, 1200];
      interface Ink {
        points: Uint32Array;
        sides: number[];
      }

      const inkOf = (cell: Element): Ink => {
        const box = cell.getBoundingClientRect();
        const mark = cell.querySelector('i')?.getBoundingClientRect() ?? box;
        const [left, top] = [Math.round(box.left * scale), Math.round(box.top * scale)];
        const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
        const { data } = context.getImageData(left, top, width, height);
        const dx = middleX + left - Math.round(mark.right * scale);
        const dy = middleY + top - Math.round(mark.bottom * scale);
        const points = new Uint32Array(width * height);
        let count = 0;
        const sides = [fieldWidth, fieldHeight, 0, 0] as [number, number, number, number];
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x < width; x += 1) {
            const at = (y * width + x) * 4;
            if (Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) >= 150)
              continue;
            points[count] = (y + dy) * fieldWidth + x + dx;
            count += 1;
            sides[0] = Math.min(sides[0], x + dx);
            sides[1] = Math.min(sides[1], y + dy);
            sides[2] = Math.max(sides[2], x + dx);
            sides[3] = Math.max(sides[3], y + dy);
          }
        }
        return { points: points.subarray(0, count), sides };
      };

      const field = new Uint8Array(fieldWidth * fieldHeight);
      const share = (one: Ink, other: Ink) => {
        const paint = (value: number) => {
          for (const point of other.points) {
            for (let dy = -near; dy <= near; dy += 1) {
              const start = point + dy * fieldWidth - near;
              field.fill(value, start, start + 2 * near + 1);
            }
          }
        };
        paint(1);
        let covered = 0;
        for (const point of one.points) covered += field[point] ?? 0;
        paint(0);
        return one.points.length === 0 ? 0 : covered / one.points.length;
      };

      const cells = [...document.querySelectorAll('.cell')];
      const results = [];
      for (let index = 0; index + 1 < cells.length; index += 2) {
        const [one, other] = [cells[index], cells[index + 1]];
        if (one === undefined || other === undefined) break;
        const [theirs, ours] = [inkOf(one), inkOf(other)];
        const size = Math.max(
          (theirs.sides[2] ?? 0) - (theirs.sides[0] ?? 0),
          (theirs.sides[3] ?? 0) - (theirs.sides[1] ?? 0),
        );
        results.push({
          sides: theirs.sides.map((side, at) => ((ours.sides[at] ?? 0) - side) / scale),
          allowed: Math.max(boxPx, (size / scale) * boxShare),
          overlap: Math.min(share(theirs, ours), share(ours, theirs)),
        });
      }
      return results;
    },
    { picture, scale: SCALE, nearPx: NEAR_PX, boxPx: BOX_PX, boxShare: BOX_SHARE },
  );
}

test('a_copied_formula_has_its_ink_where_the_preview_has_it', async ({ browser }) => {
  test.setTimeout(300_000);
  initSync({ module: readFileSync(path.join(root, 'src/engine/pkg/math/moyan_math_bg.wasm')) });
  const context = await browser.newContext({
    viewport: { width: 1600, height: 900 },
    deviceScaleFactor: SCALE,
  });
  const page = await context.newPage();
  // A tag stands at the end of the line in the one, at a set distance in the other.
  const formulas = fixtures().filter(({ tex }) => !tex.includes('\\tag'));
  const pairs = formulas.flatMap((formula): [Formula, string, string][] => {
    const theirs = byKatex(formula);
    return theirs === undefined
      ? []
      : [[formula, theirs, formulaSvg(formula.tex, formula.display)]];
  });
  expect(new Set(pairs.map(([{ tex }]) => tex)).size).toBeGreaterThanOrEqual(120);

  const differences: Difference[] = [];
  for (let start = 0; start < pairs.length; start += 30) {
    const some = pairs.slice(start, start + 30);
    await show(
      page,
      some.map(([, theirs, ours]) => [theirs, ours]),
    );
    const results = await compare(page);
    expect(results).toHaveLength(some.length);
    for (const [index, result] of results.entries()) {
      const formula = some[index]?.[0];
      if (formula !== undefined) differences.push({ ...formula, ...result });
    }
  }
  await context.close();

  const isSame = ({ sides, allowed, overlap }: Difference) =>
    overlap >= LEAST_OVERLAP && sides.every((side) => Math.abs(side) <= allowed);
  const wrong = differences.filter((one) => !DIFFERENT.has(one.tex) && !isSame(one));
  expect(
    wrong.map(
      ({ tex, display, sides, allowed, overlap }) =>
        `${display ? 'display' : 'inline'} ${tex}: sides ${sides.map((side) => side.toFixed(1))} of ${allowed.toFixed(1)}, overlap ${overlap.toFixed(3)}`,
    ),
  ).toEqual([]);
  // The list does not outlive its reasons.
  const clearlySame = differences.filter((one) => isSame(one) && one.overlap > 0.98);
  const gone = [...DIFFERENT].filter(
    (tex) =>
      clearlySame.filter((one) => one.tex === tex).length === 2 ||
      !pairs.some(([one]) => one.tex === tex),
  );
  expect(gone).toEqual([]);
});
