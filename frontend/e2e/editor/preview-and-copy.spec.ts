// The promise of the product: what was pasted into WeChat and saved looks as the preview does.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { type EditorScreen, expect, test } from '../support/editor';
import { difference, part, plainPicture, shareByLines } from '../support/pictures';
import { putSettings } from '../support/storage';
import { pageCss, pasted, saved } from '../support/wechat';

const tour = readFileSync(
  new URL('../../../engine-wasm/export/tests/fixtures/tour.md', import.meta.url),
  'utf8',
);

/** Share of the drawn pixels of a block that may differ: letters that stand a fraction of a pixel apart. */
const TOLERANCE = 0.01;
/** Pixels by which a block may stand or be off. */
const TOLERANCE_PX = 1;

/** A block of the article: where it stands, how far below the one before it, and what it looks like. */
interface Block {
  name: string;
  gap: number;
  left: number;
  width: number;
  height: number;
  pictures: Buffer[];
}

/** The blocks that `selector` finds on a page of this width. */
async function blocksOf(
  context: BrowserContext,
  html: string,
  { selector, width, prepare }: { selector: string; width: number; prepare?: () => void },
): Promise<Block[]> {
  const sheet = await context.newPage();
  await sheet.setViewportSize({ width, height: 900 });
  await sheet.setContent(html, { waitUntil: 'load' });
  if (prepare) await sheet.evaluate(prepare);
  await sheet.evaluate(() => document.fonts.ready);
  const picture = await sheet.screenshot({ fullPage: true });
  const boxes = await sheet.evaluate((blocks) => {
    let above: number | undefined;
    return [...document.querySelectorAll(blocks)].map((block) => {
      const { left, top, width, height, bottom } = block.getBoundingClientRect();
      const gap = above === undefined ? 0 : top - above;
      above = bottom;
      const name = (block.textContent ?? '').trim().slice(0, 16) || block.localName;
      return { name, gap, left, top: top + scrollY, width, height };
    });
  }, selector);
  await sheet.close();
  return boxes.map(({ top, ...box }) => ({
    ...box,
    // A line that begins on half a pixel is drawn on the one above or below.
    pictures: [0, -1, 1].map((by) => part(picture, 0, top + by, width, box.height)),
  }));
}

/** The article in its frame, with the frame's style sheets, on a page of its own. */
async function previewDocument(editor: EditorScreen): Promise<string> {
  const { styles, article } = await editor.preview.locator('html').evaluate((root) => ({
    styles: [...root.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n'),
    article: root.querySelector('section.article')?.outerHTML ?? '',
  }));
  // The margin of the sheet is the frame's, not the article's.
  return `<!doctype html><style>${styles}\nbody{padding:0!important}</style>${article}`;
}

/**
 * What WeChat cannot have is made in the preview as the chain makes it: boxes of tasks are signs, folds are open
 * without a sign to fold them, footnotes have no way back. A formula is set by KaTeX in the preview, by paths in the
 * copy; formulas.spec.ts compares the two, so here the preview wears those of the copy.
 */
function asFarAsWechatGoes(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('.task input')) {
    if (box.nextSibling instanceof Text) {
      box.nextSibling.data = box.nextSibling.data.replace(/^ +/, '');
    }
    box.replaceWith(box.checked ? '✅\u00a0' : '⬜\u00a0');
  }
  for (const summary of document.querySelectorAll('summary')) summary.style.display = 'block';
  for (const back of document.querySelectorAll('.footnote-back')) back.remove();
  const formulas = document.querySelectorAll('#formulas svg');
  for (const [i, slot] of [
    ...document.querySelectorAll('.article :is(.math-inline, .math-block)'),
  ].entries()) {
    const formula = formulas[i];
    if (formula) slot.replaceChildren(formula);
  }
  document.querySelector('#formulas')?.remove();
  for (const ruby of document.querySelectorAll('ruby')) {
    for (const reading of ruby.querySelectorAll('rt, rp')) reading.remove();
    ruby.replaceWith(ruby.textContent ?? '');
  }
  const bullets = document.createElement('style');
  bullets.textContent = 'ul > li::marker { color: transparent }';
  document.head.append(bullets);
}

/**
 * What is drawn in another way: a bullet is drawn by the browser in the preview and is a letter in the copy, readings
 * above signs are stacked by spans there, half a pixel off. Both are taken out, here as in the preview.
 */
function withoutOrnaments(): void {
  for (const stack of document.querySelectorAll<HTMLElement>('span')) {
    if (stack.style.flexDirection === 'column-reverse') {
      stack.replaceWith(stack.firstChild?.textContent ?? '');
    }
  }
  for (const marker of document.querySelectorAll<HTMLElement>('span')) {
    if (/^[•◦▪]\s*$/.test(marker.textContent ?? '')) marker.style.visibility = 'hidden';
  }
}

/** WeChat draws the card of an account itself. */
const isCard = (name: string) => name.includes('墨砚') || name === 'mp-common-profile';

/** The pictures of formulas in a copy: the only ones whose size follows the text. */
function formulasOf(page: Page, html: string): Promise<string> {
  return page.evaluate(
    (text) =>
      [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('svg')]
        .filter((svg) => svg.style.width.endsWith('ex') || svg.style.width.endsWith('em'))
        .map((svg) => svg.outerHTML)
        .join(''),
    html,
  );
}

for (const theme of ['classic', 'elegant', 'concise'] as const) {
  test(`what_is_pasted_of_${theme}_looks_as_its_preview`, async ({ editor, page }, info) => {
    test.slow();
    const pictures = /^https:\/\/example\.com\//;
    // As high as the tour says: WeChat keeps a picture's own proportions, whatever an article says.
    const body = plainPicture(300, 200);
    for (const place of [page, page.context()]) {
      await place.route(pictures, (route) => route.fulfill({ body, contentType: 'image/png' }));
    }
    await editor.open();
    await editor.saved();
    await putSettings(page, { theme, isCiteStatus: true, isCountStatus: true, isLineNumber: true });
    await editor.fill(tour);
    await page.reload();
    await editor.ready();
    await expect(editor.article.locator('.hljs-keyword').first()).toBeAttached();
    await expect(editor.article.locator('.katex')).toHaveCount(2);
    await expect(editor.article.locator('.diagram > svg')).toHaveCount(1);
    const html = await editor.copyForWechat();
    const draft = saved(pasted(html));
    const preview = `${await previewDocument(editor)}<div id="formulas">${await formulasOf(page, html)}</div>`;
    const problems: string[] = [];
    for (const width of [375, 677]) {
      const shown = await blocksOf(page.context(), preview, {
        selector: 'section.article > *',
        width,
        prepare: asFarAsWechatGoes,
      });
      const left = await blocksOf(
        page.context(),
        `<!doctype html><style>${pageCss()}</style><div id="draft">${draft}</div>`,
        { selector: '#draft > section > *', width, prepare: withoutOrnaments },
      );
      expect(left.length).toBe(shown.length);
      for (const [i, block] of shown.entries()) {
        const other = left[i];
        if (other === undefined || isCard(block.name)) continue;
        const says = (what: string) => problems.push(`${width} px, ${block.name}: ${what}`);
        const sides = ['left', 'width', 'height'] as const;
        for (const side of isCard(shown[i - 1]?.name ?? '') ? sides : [...sides, 'gap' as const]) {
          if (Math.abs(block[side] - other[side]) > TOLERANCE_PX) {
            says(`${side} is ${block[side]}, of the copy ${other[side]}`);
          }
        }
        const [drawn = Buffer.alloc(0)] = block.pictures;
        const [copy = Buffer.alloc(0)] = other.pictures;
        const share = shareByLines(drawn, other.pictures);
        if (share <= TOLERANCE) continue;
        says(`${(share * 100).toFixed(1)} % differ`);
        for (const [name, attached] of [
          ['preview', drawn],
          ['copy', copy],
          ['difference', difference(drawn, copy).picture],
        ] as const) {
          await info.attach(`${theme}-${width}-${i}-${name}.png`, {
            body: attached,
            contentType: 'image/png',
          });
        }
      }
    }
    expect(problems).toEqual([]);
  });
}
