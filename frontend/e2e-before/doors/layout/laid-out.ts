import { pageCss } from '../../support/wechat';
import type { Place } from '../drive/place';
import type { Tab } from '../drive/tab';
import { article, editorIsReady, openWith, write } from '../editor-screen';
import { markersOf } from './markers';
import { type Block, FONT, makeAlike, measure } from './measured';

/** Widths of the column in pixels: of a desktop and of a phone. In both a line of Chinese letters leaves some room. */
const WIDTHS_PX = [680, 350];

const PREVIEW = '[data-testid=preview] iframe';
const COPY = '#copy-of-a-test';

/** The blocks of an article, by what shows them. */
export type LaidOut = Record<string, Block[]>;

/** Writes a text in the editor, and measures its preview and its copy for WeChat. */
export async function laidOut(tab: Tab, text: string): Promise<LaidOut> {
  await openWith(tab, '〔〕');
  await editorIsReady(tab);
  // mermaid makes its boxes as large as it finds its letters.
  await tab.evaluate((font) => {
    const sheet = document.createElement('style');
    sheet.textContent = `body > svg *, body > [id^=ddiagram-] * { font-family: "${font}" !important; }`;
    document.head.append(sheet);
  }, FONT);
  await write(tab, text);
  await article(tab).find('.footnotes').shows();
  await article(tab).holds(nUnfinished, 0);
  const html = await copied(tab);
  const laid: LaidOut = {};
  const look = async (what: string, frame: string, root: Place) => {
    await tab.evaluate(showAlone, frame);
    for (const width of WIDTHS_PX) {
      await root.evaluate(makeAlike, width, FONT);
      laid[`${what} of ${width} px`] = await root.evaluate(measure);
    }
  };
  await look('preview', PREVIEW, article(tab));
  laid.markers = [
    { name: 'lists', left: 0, width: 0, height: 0, parts: await markersOf(tab, article(tab)) },
  ];
  await tab.evaluate(
    (id, page) => {
      const frame = document.createElement('iframe');
      frame.id = id;
      frame.srcdoc = page;
      document.body.append(frame);
    },
    COPY.slice(1),
    `<!doctype html><style>${pageCss()}</style>${html}`,
  );
  const copy = tab.frame(COPY).find('body > section');
  await copy.holds(nUnfinished, 0);
  await look('copy', COPY, copy);
  return laid;
}

/** Runs in the page: how much of an article is not there yet. */
function nUnfinished(root: HTMLElement): number {
  const empty =
    '.diagram:not(:has(> svg)), [data-tex]:not(:has(.katex)), .raw-pending, .slot-error';
  const pictures = [...root.querySelectorAll('img')].filter(
    ({ complete, naturalWidth }) => !complete || naturalWidth === 0,
  );
  return root.querySelectorAll(empty).length + pictures.length;
}

/** The HTML of a copy as the product hands it over. */
async function copied(tab: Tab): Promise<string> {
  await tab.evaluate(() => {
    navigator.clipboard.write = async ([item]) => {
      const html = await (await item?.getType('text/html'))?.text();
      document.documentElement.dataset.copied = html ?? '';
    };
  });
  await tab.find({ role: 'button', name: '复制到公众号' }).click();
  // It says first what WeChat cannot keep.
  await tab.find({ role: 'button', name: '照样复制' }).click();
  await tab.waitFor(() => document.documentElement.dataset.copied !== undefined);
  return tab.evaluate(() => document.documentElement.dataset.copied ?? '');
}

/** Runs in the page: lays a frame over everything else, as large as the window. */
function showAlone(selector: string): void {
  const frame = document.querySelector<HTMLIFrameElement>(selector);
  if (frame === null) throw new Error(`No frame at ${selector}`);
  frame.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;max-width:none;border:0';
  frame.popover = 'manual';
  frame.showPopover();
}
