// What WebKit has made of a copy, pasted on a page of another origin and filtered as WeChat filters, looks as the preview
// does: in Chromium, as on most phones, and in WebKit itself, as on an iPhone.
import { PNG } from 'pngjs';
import { ARTICLE_SETTINGS, storedSettings } from '../support/article-settings';
import { articlesIn, PICTURE_HOST, pictureAt } from '../support/articles';
import {
  asFarAsWechatGoes,
  COPIED_BLOCKS,
  draftHtml,
  faultsOf,
  measureBlocks,
  moveToWholePixels,
  previewHtml,
  reported,
  SHOWN_BLOCKS,
  type Sheet,
  sheetInChromium,
} from '../support/copied-blocks';
import { putArticle, writeSettings } from '../support/storage';
import { pasted, saved } from '../support/wechat';
import { expect, test } from './base';
import { type DraftPage, serveDraftPage } from './draft-page';
import type { Tab } from './drive/tab';
import { article } from './editor-screen';

/** `COPY_ALL=1` tries every article in every setting; otherwise each article is in one of three, with a theme each. */
const isWhole = process.env.COPY_ALL !== undefined;
const CHOSEN = isWhole ? ARTICLE_SETTINGS.keys() : [0, 4, 8];
const SHARE = isWhole ? 1 : 3;

const PHONE_PX = 375;
const WIDTHS_PX = [PHONE_PX, 677];
/** A window of WebKit may be higher than its screen. */
const WINDOW_ROWS = 8000;
/** Blocks that WebKit shows in its own way in the preview, see docs/deviations.md; Chromium shows them as the copy. */
const WEBKITS_OWN = 'ol, :has(ol, li > .alert:first-child, li > :is(h3, h4, h5, h6):first-child)';

/** An article in the preview, and what has come of its copy. */
interface Copied {
  preview: string;
  /** What another page reads from the clipboard, and what stands in it after pasting. */
  drafts: { read: string; inserted: string };
}

/** Copies an article with the first press, and pastes it on a page of another origin. */
async function copyOver(
  tab: Tab,
  draftPage: DraftPage,
  text: string,
  settings: Record<string, unknown>,
): Promise<Copied> {
  await tab.open('/robots.txt');
  await tab.evaluate(putArticle, text.replaceAll(PICTURE_HOST, draftPage.origin));
  await tab.evaluate(writeSettings, settings);
  await tab.open('/md');
  await tab.find({ role: 'button', name: '复制到公众号' }).click();
  // Pictures of this machine are asked about.
  const anyway = tab.find({ role: 'button', name: '照样复制' });
  const done = tab.find({ css: 'body', having: '已复制，去公众号后台粘贴即可' });
  await tab.until(async () =>
    expect((await anyway.count()) + (await done.count())).toBeGreaterThan(0),
  );
  if ((await anyway.count()) > 0) await anyway.click();
  await done.shows();
  const unfinished =
    '.raw-pending, .slot-waiting, .diagram:not(:has(> svg)), [data-tex]:not(:has(.katex))';
  await article(tab).find(unfinished).isGone();
  const [styles, html] = await article(tab).evaluate((root) => {
    const sheets = [...root.ownerDocument.querySelectorAll('style')];
    return [sheets.map(({ textContent }) => textContent).join('\n'), root.outerHTML] as const;
  });
  await tab.open(draftPage.origin);
  await tab.evaluate(() => {
    document.addEventListener('paste', ({ clipboardData }) => {
      Object.assign(window, { read: clipboardData?.getData('text/html') });
    });
  });
  await tab.find('#draft').click();
  await tab.press('Mod+V');
  const inserted = await tab.waitFor(() => {
    const draft = document.querySelector('#draft');
    return draft?.querySelector('section') && draft.innerHTML;
  });
  const read = await tab.waitFor(() => (window as { read?: string }).read);
  return {
    preview: previewHtml(styles, html),
    drafts: { read: read ?? '', inserted: inserted ?? '' },
  };
}

/** Draws a page of the product's origin in the window. */
async function sheetInTab(tab: Tab, html: string, selector: string, width: number): Promise<Sheet> {
  await tab.open('/robots.txt');
  await tab.resize(width, WINDOW_ROWS);
  await tab.evaluate(async (code) => {
    document.open();
    // Without the bar at the edge.
    document.write(`${code}<style>html{overflow:hidden!important}</style>`);
    document.close();
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  }, html);
  await tab.evaluate(asFarAsWechatGoes);
  const blocks = await tab.evaluate(measureBlocks, selector);
  await tab.evaluate(moveToWholePixels, selector);
  const height = await tab.evaluate(() =>
    Math.ceil(document.documentElement.getBoundingClientRect().height),
  );
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += WINDOW_ROWS) {
    const top = await tab.evaluate(async (y) => {
      scrollTo(0, y);
      // What is in the picture of a window was painted before.
      for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
      return scrollY;
    }, row);
    const shot = PNG.sync.read(await tab.driven.screenshot());
    expect(shot.width).toBe(width);
    data.set(shot.data.subarray(0, (height - top) * width * 4), top * width * 4);
  }
  return { blocks, pixels: { width, height, data } };
}

for (const number of CHOSEN) {
  test(`copies_in_setting_${number + 1}_look_as_they_were_shown`, async ({ tab, page }, info) => {
    test.setTimeout(isWhole ? 600_000 : 240_000);
    const settings = storedSettings(ARTICLE_SETTINGS[number] ?? {});
    const draftPage = await serveDraftPage();
    // Chromium asks before a page of an unknown network fetches from this machine.
    await page
      .context()
      .route(`${draftPage.origin}/**`, (route) =>
        route.fulfill({ contentType: 'image/png', body: pictureAt(route.request().url()) }),
      );
    try {
      const text = articlesIn(number, SHARE).join('\n');
      const { preview, drafts } = await copyOver(tab, draftPage, text, settings);
      const problems: string[] = [];
      for (const width of WIDTHS_PX) {
        const shown = await sheetInChromium(page, preview, SHOWN_BLOCKS, width);
        for (const [way, draft] of Object.entries(drafts)) {
          const html = draftHtml(saved(pasted(draft)));
          const copied = await sheetInChromium(page, html, COPIED_BLOCKS, width);
          problems.push(...(await reported(info, `${way}, ${width} px`, faultsOf(shown, copied))));
        }
      }
      const shown = await sheetInTab(tab, preview, SHOWN_BLOCKS, PHONE_PX);
      const own = await tab.evaluate(
        (blocks, selector) =>
          [...document.querySelectorAll(blocks)].map((block) => block.matches(selector)),
        SHOWN_BLOCKS,
        WEBKITS_OWN,
      );
      const html = draftHtml(saved(pasted(drafts.inserted)));
      const copied = await sheetInTab(tab, html, COPIED_BLOCKS, PHONE_PX);
      const faults = faultsOf(shown, copied).filter(({ block }) => own[block] !== true);
      problems.push(...(await reported(info, 'in WebKit', faults)));
      expect(problems).toEqual([]);
    } finally {
      draftPage.close();
    }
  });
}
