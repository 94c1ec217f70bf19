import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import katex from 'katex';
import 'katex/contrib/mhchem';
import { formulaSvg, initSync } from '../../src/engine/pkg/math/moyan_math.js';

/**
 * What is copied looks like the preview: every formula of the engine's fixtures, drawn by both renderers, as pixels.
 *
 * Both are laid on their baseline and left edge. The box of the ink may differ by 1.5 px or 3 % on a side, and of the
 * ink of each at least 96 % must have ink of the other within 1 px.
 */
const SCALE = 2;
const BOX_PX = 1.5;
const BOX_SHARE = 0.03;
const NEAR_PX = 1;
const LEAST_OVERLAP = 0.96;

/** Known to differ; docs/formulas.md says how. */
const DIFFERENT = new Set<string>([]);

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
    body { margin: 0; font: 16px/1.75 serif; background: #fff; color: #000 }
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

      /** Ink by place, relative to the mark on the baseline. */
      const inkOf = (cell: Element) => {
        const box = cell.getBoundingClientRect();
        const mark = cell.querySelector('i')?.getBoundingClientRect() ?? box;
        const [left, top] = [Math.round(box.left * scale), Math.round(box.top * scale)];
        const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
        const { data } = context.getImageData(left, top, width, height);
        const [x0, y0] = [
          Math.round(mark.right * scale) - left,
          Math.round(mark.bottom * scale) - top,
        ];
        const points: [number, number][] = [];
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x < width; x += 1) {
            const at = (y * width + x) * 4;
            if (Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) < 150) {
              points.push([x - x0, y - y0]);
            }
          }
        }
        const xs = points.map(([x]) => x);
        const ys = points.map(([, y]) => y);
        const fold = (list: number[], pick: (a: number, b: number) => number) =>
          list.reduce((a, b) => pick(a, b), list[0] ?? 0);
        const sides = [
          fold(xs, Math.min),
          fold(ys, Math.min),
          fold(xs, Math.max),
          fold(ys, Math.max),
        ];
        return { points, sides };
      };

      const share = (points: [number, number][], others: [number, number][]) => {
        const covered = new Set<number>();
        const key = (x: number, y: number) => (y + 5000) * 20000 + x + 5000;
        for (const [x, y] of others) {
          for (let dy = -near; dy <= near; dy += 1) {
            for (let dx = -near; dx <= near; dx += 1) covered.add(key(x + dx, y + dy));
          }
        }
        return (
          points.filter(([x, y]) => covered.has(key(x, y))).length / Math.max(1, points.length)
        );
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
          overlap:
            theirs.points.length === 0 || ours.points.length === 0
              ? 0
              : Math.min(share(theirs.points, ours.points), share(ours.points, theirs.points)),
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
  // What is said to differ does: the list does not outlive its reasons.
  const still = new Set(differences.filter((one) => !isSame(one)).map(({ tex }) => tex));
  expect([...DIFFERENT].filter((tex) => !still.has(tex))).toEqual([]);
});
