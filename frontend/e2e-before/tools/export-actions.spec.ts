import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Download, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import { faults } from '../support/axe';
import { expect, test } from '../support/editor';

const SLIDER =
  '<![一](/tutorial/theme-classic.png),![二](/tutorial/theme-elegant.png),![三](/tutorial/theme-concise.png)>';

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /更多复制与导出方式|More ways/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Prints the article. The answer is the window that was handed to the printer. */
async function print(page: Page): Promise<Page> {
  await page.context().addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'true';
    };
  });
  const opening = page.context().waitForEvent('page');
  await choose(page, '打印或存为 PDF');
  const paper = await opening;
  await expect(paper.locator('html')).toHaveAttribute('data-printed', 'true');
  return paper;
}

async function bytesOf(download: Download): Promise<Uint8Array> {
  return new Uint8Array(await readFile(await download.path()));
}

/** Width and height that a PNG says of itself. */
function sizeOf(png: Uint8Array): [number, number] {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

/** The texts of a PDF that draw its pages. */
function streamsOf(pdf: Buffer): string[] {
  const packed = pdf
    .toString('latin1')
    .matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n(.*?)\r?\nendstream/gs);
  return [...packed].map(([, data = '']) =>
    inflateSync(Buffer.from(data, 'latin1')).toString('latin1'),
  );
}

test('the_article_is_printed_on_numbered_pages', async ({ editor, page, context }) => {
  await editor.open();
  await editor.write(`# 打印\n\n${'一段文字。\n\n'.repeat(120)}`);
  const paper = await print(page);
  await expect(paper.locator('h1')).toHaveText('打印');
  await paper.setViewportSize({ width: 1200, height: 800 });
  expect((await paper.locator('body').boundingBox())?.width).toBeLessThanOrEqual(750);
  expect(await paper.locator('style').allTextContents()).toContainEqual(
    expect.stringContaining('counter(page)'),
  );
  // A window that a page has opened cannot be printed by the test, its document can.
  const sheet = await context.newPage();
  await sheet.setContent(await paper.content());
  const pdf = await sheet.pdf({ preferCSSPageSize: true });
  const nPages = [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
  expect(nPages).toBeGreaterThan(1);
});

test('paper_shows_every_picture_of_a_slider_and_what_is_folded', async ({ editor, page }) => {
  await editor.open();
  await editor.write(`${SLIDER}\n\n<details><summary>题目</summary>\n\n答案\n\n</details>\n`);
  const paper = await print(page);
  await expect(paper.getByText('答案')).toBeVisible();
  await expect(paper.getByText('左右滑动看更多')).toBeHidden();
  const boxes = await Promise.all(
    (await paper.locator('img').all()).map((image) => image.boundingBox()),
  );
  const [first, second, third] = boxes;
  expect(second?.x).toBe(first?.x);
  expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
  expect(third?.y).toBeGreaterThanOrEqual((second?.y ?? 0) + (second?.height ?? 0));
});

test('a_heading_that_goes_overleaf_leaves_nothing_on_its_page_before', async ({
  editor,
  page,
  context,
}) => {
  await editor.open();
  // Quotes are not broken, and headings go with them.
  await editor.write(`### 标题\n\n${'> 引文\n>\n'.repeat(8)}\n`.repeat(6));
  const paper = await print(page);
  const html = await paper.content();
  const sheet = await context.newPage();
  await sheet.setContent(html);
  const drawn = streamsOf(await sheet.pdf({ preferCSSPageSize: true })).join('\n');
  // Every heading has one bar, in the color of the theme.
  expect(drawn.match(/^\.0588 \.298 \.5059 RG/gm)).toHaveLength(6);
});

test('a_refused_window_is_said_and_logged', async ({ editor, page }) => {
  await editor.open();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await choose(page, '打印或存为 PDF');
  await expect(page.getByText('浏览器拦下了打印窗口')).toBeVisible();
  expect(editor.errors.splice(0)).toEqual(['cannot open print window']);
});

test('a_card_is_one_long_picture_or_pages_of_a_shape', async ({ editor, page }) => {
  await editor.open();
  await editor.write(
    `# 卡片\n\n![图](/tutorial/seal.png)\n\n${'一段不长的文字，用来撑开版面。\n\n'.repeat(40)}`,
  );
  await choose(page, '导出卡片图');
  const cards = page.getByTestId('cards');
  await expect(cards.getByRole('img')).toHaveCount(1);
  expect(await faults(page, 'popup')).toEqual([]);
  const first = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '下载' }).click();
  const long = await first;
  expect(long.suggestedFilename()).toBe('卡片.png');
  const [width, height] = sizeOf(await bytesOf(long));
  expect(width).toBe(750);
  expect(height).toBeGreaterThan(2000);

  await choose(page, '导出卡片图');
  await page.getByRole('radio', { name: '竖版 3:4' }).click();
  await page.getByRole('radio', { name: '1125 px' }).click();
  await expect(cards.getByRole('img').nth(1)).toBeVisible();
  const second = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '下载' }).click();
  const zip = await second;
  expect(zip.suggestedFilename()).toBe('卡片.zip');
  const files = unzipSync(await bytesOf(zip));
  expect(Object.keys(files)[0]).toBe('卡片-01.png');
  expect(Object.keys(files).length).toBeGreaterThan(1);
  for (const file of Object.values(files)) expect(sizeOf(file)).toEqual([1125, 1500]);
  // Something is drawn: the page is not white.
  const ink = await page.evaluate(
    async (data) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(data)]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const drawing = canvas.getContext('2d');
      drawing?.drawImage(bitmap, 0, 0);
      const pixels = drawing?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      let dark = 0;
      for (let i = 0; i < pixels.length; i += 4) if ((pixels[i] ?? 255) < 128) dark += 1;
      return dark;
    },
    [...(files['卡片-01.png'] ?? [])],
  );
  expect(ink).toBeGreaterThan(1000);
});

/** What a card is drawn from: what of it scrolls, what is wider than its box, and how high the last block is. */
interface Sheet {
  scrolling: string[];
  tooWide: string[];
  lastPx: number;
}

/** Notes in `window.sheet` what a card is drawn from, at the moment when it is. */
function noteSheet(): void {
  const { serializeToString } = XMLSerializer.prototype;
  XMLSerializer.prototype.serializeToString = function (root) {
    if (root.nodeName === 'BODY') {
      const body = root as HTMLElement;
      const all = [body, ...body.querySelectorAll('section, p')];
      const names = (elements: Element[]) => elements.map((element) => element.outerHTML);
      const sheet: Sheet = {
        scrolling: names(
          all.filter((element) => /auto|scroll/.test(getComputedStyle(element).overflow)),
        ),
        tooWide: names(all.filter((element) => element.scrollWidth > element.clientWidth)),
        lastPx: body.querySelector(':scope > section > section:last-of-type')?.clientHeight ?? 0,
      };
      Object.assign(window, { sheet });
    }
    return serializeToString.call(this, root);
  };
}

test('a_card_holds_all_of_what_scrolls_on_a_phone', async ({ editor, page }) => {
  await page.addInitScript(noteSheet);
  await editor.open();
  const boxes = ['a', 'b', 'c', 'd'].map((id) => `${id}[一个长名字的方框]`).join(' --> ');
  const colors = 'style a fill:#00f\nstyle d fill:#f00';
  await editor.write(
    `\`\`\`mermaid\nflowchart LR\n${boxes}\n${colors}\n\`\`\`\n\n\`\`\`js\n${'letters '.repeat(25)}\n\`\`\``,
  );
  await choose(page, '导出卡片图');
  await expect(page.getByTestId('cards').locator('img')).toHaveCount(1);
  const { scrolling, tooWide, lastPx } = await page.evaluate(
    () => (window as unknown as { sheet: Sheet }).sheet,
  );
  expect(scrolling).toEqual([]);
  expect(tooWide).toEqual([]);
  // The line of code is broken into several and not shrunk.
  expect(lastPx).toBeGreaterThan(150);
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '下载' }).click();
  const { width, data } = PNG.sync.read(Buffer.from(await bytesOf(await saving)));
  const count = (is: (red: number, green: number, blue: number, x: number) => boolean) => {
    let n = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (is(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, (i / 4) % width)) n += 1;
    }
    return n;
  };
  // The last box of the diagram is as large as the first.
  const first = count((red, green, blue) => red < 9 && green < 9 && blue > 246);
  const last = count((red, green, blue) => red > 246 && green < 9 && blue < 9);
  expect(first).toBeGreaterThan(1000);
  expect(Math.abs(last / first - 1)).toBeLessThan(0.05);
  // The code at the end is drawn to its lower edge, and the margin of 24 px is below. The column holds no letter.
  const column = 2 * (24 + 8);
  const high = count((red, _, blue, x) => x === column && red < 99 && blue < 99);
  expect(Math.abs(high - 2 * lastPx)).toBeLessThanOrEqual(4);
  expect(data.subarray(-48 * width * 4).every((part) => part === 255)).toBe(true);
});

test('a_card_shows_a_picture_of_this_browser', async ({ editor, page }) => {
  const blue = new PNG({ width: 40, height: 40 });
  for (let i = 0; i < blue.data.length; i += 4) blue.data.set([0, 0, 255, 255], i);
  const files = [{ name: 'blue.png', mimeType: 'image/png', buffer: PNG.sync.write(blue) }];
  await editor.open();
  await editor.write('');
  await page.getByRole('button', { name: '插入', exact: true }).click();
  await page.getByRole('menuitem', { name: /^图片/ }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(files);
  await expect(editor.article.locator('img')).toHaveCount(1);
  await choose(page, '导出卡片图');
  await expect(page.getByTestId('cards').locator('img')).toHaveCount(1);
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '下载' }).click();
  const { data } = PNG.sync.read(Buffer.from(await bytesOf(await saving)));
  let nBlue = 0;
  for (let i = 0; i < data.length; i += 4) {
    if ((data[i] ?? 255) < 9 && (data[i + 2] ?? 0) > 246) nBlue += 1;
  }
  // Two pixels of the card for each of the page.
  expect(nBlue).toBeGreaterThan(70 * 70);
});

test('a_card_shows_every_picture_of_a_slider', async ({ editor, page }) => {
  await editor.open();
  const heightWith = async (text: string) => {
    await editor.write(text);
    await choose(page, '导出卡片图');
    const card = page.getByTestId('cards').locator('img');
    await expect(card).toHaveCount(1);
    const height = await card.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalHeight;
    });
    await page.keyboard.press('Escape');
    return height;
  };
  const pictures = SLIDER.slice(1, -1).replaceAll(',', '\n\n');
  expect(await heightWith(SLIDER)).toBeGreaterThan((await heightWith(pictures)) * 0.9);
});

test('exported_html_carries_the_pictures_of_this_site', async ({ editor, page }) => {
  await editor.open();
  await editor.write('# 图\n\n![印](/tutorial/seal.png)\n\n![无](/nowhere.png)');
  const saving = page.waitForEvent('download');
  await choose(page, '导出 HTML');
  const html = strFromU8(await bytesOf(await saving));
  expect(html).toMatch(/<img [^>]*src="data:image\/png;base64,/);
  expect(html).not.toContain('/tutorial/seal.png');
  // What is no picture keeps its address.
  expect(html).toContain('src="/nowhere.png"');
  editor.errors.length = 0;
});

test('an_empty_export_says_so', async ({ editor, page }) => {
  await editor.openWith(' \n');
  await choose(page, '导出 HTML');
  await expect(page.getByText('文章还是空的，没有可导出的内容')).toBeVisible();
});

test('markdown_is_packed_with_its_images', async ({ editor, page }) => {
  await editor.open();
  await editor.write(
    '# 打包\n\n![印](/tutorial/seal.png "印章")\n\n![远](https://elsewhere.example/a.png)',
  );
  const saving = page.waitForEvent('download');
  await choose(page, '导出 Markdown 与图片');
  const files = unzipSync(await bytesOf(await saving));
  expect(Object.keys(files).sort()).toEqual(['images/1.png', '打包.md'].sort());
  expect(strFromU8(files['打包.md'] ?? new Uint8Array())).toBe(
    '# 打包\n\n![印](images/1.png "印章")\n\n![远](https://elsewhere.example/a.png)',
  );
  expect([...(files['images/1.png'] ?? [])].slice(1, 4)).toEqual([0x50, 0x4e, 0x47]);
  await expect(page.getByText('1 张图片取不到')).toBeVisible();
  editor.errors.length = 0;
});

test('sending_is_offered_while_an_extension_is_there_and_raises_the_event', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.write('## 标题');
  await page.evaluate(() => {
    addEventListener('copyToMp', (event) => {
      Object.assign(window, { sent: (event as CustomEvent).detail.content });
    });
  });
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  await expect(page.getByRole('menuitem', { name: '导出 Markdown 文件' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '发送到公众号后台' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.documentElement.setAttribute('data-moyan-extension', 'true'));
  await choose(page, '发送到公众号后台');
  expect(await page.evaluate(() => (window as unknown as { sent: string }).sent)).toContain('标题');
});
