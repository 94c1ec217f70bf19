import pageCss from '../../../../../engine-wasm/export/src/wechat/page.css?raw';
import { canvasHeight } from '../../../lib/browser/canvas';
import { dataUrl, drawPng, svgImage } from '../../../lib/images/png';
import { fetchImage } from '../images/rehost';
import { rowsOf } from './card-rows';
import { fitScrollers } from './fit-scrollers';
import { pageRanges } from './page-breaks';

interface CardPlan {
  /** Width of the card, in CSS pixels. */
  width: number;
  /** Height of a page, in CSS pixels; null for one long image. */
  pageHeight: number | null;
  /** Pixels of the image for one CSS pixel; at least 2. Source: specification §9. */
  ratio: number;
}

const MARGIN_PX = 24;

/**
 * The article as PNG pages. `html` carries its styles inline, as the copy for WeChat does.
 *
 * One long image becomes several where a canvas does not take it. Errors: `canvas.noise`; the article cannot be drawn.
 */
export async function cardImages(html: string, plan: CardPlan): Promise<Blob[]> {
  const frame = await renderInFrame(html, plan.width);
  try {
    const document = frame.contentDocument;
    const body = document?.body;
    if (!document || !body) throw new Error('the card has no page');
    await embedPictures(document);
    fitScrollers(body);
    const total = Math.ceil(body.getBoundingClientRect().height);
    const limit = Math.floor(canvasHeight(plan.width * plan.ratio) / plan.ratio);
    const page = Math.min(plan.pageHeight ?? limit, limit);
    const inner = page - MARGIN_PX * 2;
    const isOne = plan.pageHeight === null && total <= inner;
    const ranges = isOne ? [{ start: 0, end: total }] : pageRanges(rowsOf(body, inner), inner);
    const markup = new XMLSerializer().serializeToString(body);
    const pages: Blob[] = [];
    for (const { start, end } of ranges) {
      const height = plan.pageHeight ?? end - start + MARGIN_PX * 2;
      pages.push(await drawPage(markup, { ...plan, start, end, total, height }));
    }
    return pages;
  } finally {
    frame.remove();
  }
}

/**
 * The article in an iframe, so that the app's styles do not apply to it, on WeChat's page, as the copy expects.
 * The style sheet stands in the body: only that is drawn.
 */
async function renderInFrame(html: string, width: number): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.style.cssText = `position:fixed;left:-9999px;top:0;width:${width}px;height:100px;border:0`;
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.srcdoc = `<!doctype html><html><body style="display:flow-root;padding:0 ${MARGIN_PX}px;width:${width - MARGIN_PX * 2}px;box-sizing:content-box;font-family:system-ui,sans-serif"><style>${pageCss}</style>${html}</body></html>`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  return frame;
}

/** Replaces pictures by their data, which an SVG image needs. A picture that cannot be fetched shows its description. */
async function embedPictures(document: Document): Promise<void> {
  await Promise.all(
    [...document.images].map(async (image) => {
      try {
        image.src = await dataUrl(await fetchImage(image.getAttribute('src') ?? ''));
        await image.decode();
        image.style.maxWidth = '100%';
      } catch {
        const box = document.createElement('span');
        box.textContent = image.alt || '🖼';
        box.style.cssText =
          'display:block;padding:24px 16px;background:#f0f2f4;color:#626c78;text-align:center';
        image.replaceWith(box);
      }
    }),
  );
}

interface Page extends CardPlan {
  start: number;
  end: number;
  total: number;
  height: number;
}

async function drawPage(markup: string, page: Page): Promise<Blob> {
  const { width, ratio, start, end, total, height } = page;
  const shown = end - start;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${shown}" viewBox="0 0 ${width} ${shown}">` +
    `<foreignObject x="0" y="${-start}" width="${width}" height="${total}">${markup}</foreignObject></svg>`;
  const image = await svgImage(svg);
  return drawPng(
    width * ratio,
    height * ratio,
    (context) => context.drawImage(image, 0, MARGIN_PX * ratio, width * ratio, shown * ratio),
    '#fff',
  );
}
