// The first press after a load of the page, when nothing of what makes a copy is there yet: Safari refuses the clipboard
// to a page that asks for it later than within the click.
import { DIAGRAMS, diagramArticle, FURTHER_DIAGRAMS } from '../support/diagrams';
import { putArticle, writeSettings } from '../support/storage';
import { expect, test } from './base';
import type { Tab } from './drive/tab';

const DONE = '已复制，去公众号后台粘贴即可';
const FORMULAS = '行内 $x^2$ 与居中：\n\n$$\n\\sum_{i=1}^{n} \\frac{x_i}{2}\n$$\n\n尾段。\n';
const EVERY_DIAGRAM = { ...DIAGRAMS, ...FURTHER_DIAGRAMS };
/** 109 KB. */
const LONG = `${'一段文字，写到**一行**排不下为止，看看它是否`还在`。\n\n'.repeat(1_450)}${FORMULAS}`;

/** Loads the editor on a text and waits for nothing of it. */
async function openCold(
  tab: Tab,
  text: string,
  settings: Record<string, unknown> = {},
): Promise<void> {
  await tab.open('/robots.txt');
  await tab.evaluate(putArticle, text);
  await tab.evaluate(writeSettings, settings);
  await tab.open('/md');
}

function press(tab: Tab, button: string): Promise<void> {
  return tab.find({ role: 'button', name: button }).click();
}

/** Picks an entry of the menu beside the button. */
async function choose(tab: Tab, entry: string): Promise<void> {
  await press(tab, '更多复制与导出方式');
  await tab.find({ role: 'menuitem', name: entry }).click();
}

/** The HTML that the first press has put on the clipboard. */
async function firstCopy(tab: Tab): Promise<string> {
  await press(tab, '复制到公众号');
  await tab.says(DONE);
  const { 'text/html': html = '', 'text/plain': text = '' } = await tab.clipboard();
  expect(text).toContain('尾段。');
  return html;
}

/** How many drawings are in it; an icon in a drawing is none. */
function nDrawings(tab: Tab, html: string): Promise<number> {
  return tab.evaluate((code) => {
    const page = new DOMParser().parseFromString(code, 'text/html');
    return page.querySelectorAll('svg:not(svg svg)').length;
  }, html);
}

test('the_first_press_copies_whatever_is_in_the_article', async ({ tab }) => {
  await test.step('formulas', async () => {
    await openCold(tab, FORMULAS);
    expect(await nDrawings(tab, await firstCopy(tab))).toBe(2);
  });

  await test.step('every_kind_of_diagram', async () => {
    await openCold(tab, `${diagramArticle(EVERY_DIAGRAM)}\n\n尾段。\n`);
    expect(await nDrawings(tab, await firstCopy(tab))).toBe(Object.keys(EVERY_DIAGRAM).length);
  });

  await test.step('diagrams_as_pictures', async () => {
    await openCold(tab, `${diagramArticle(DIAGRAMS)}\n\n尾段。\n`, { diagramForm: 'png' });
    const html = await firstCopy(tab);
    const pictures = html.match(/<img[^>]*src="data:image\/png/g);
    expect(pictures).toHaveLength(Object.keys(DIAGRAMS).length);
    await tab.evaluate(writeSettings, { diagramForm: 'svg' });
  });

  await test.step('a_long_article', async () => {
    expect(Buffer.byteLength(LONG)).toBeGreaterThan(109_000);
    await openCold(tab, LONG);
    expect(await nDrawings(tab, await firstCopy(tab))).toBe(2);
  });

  await test.step('a_picture_about_which_the_check_asks', async () => {
    await openCold(tab, '![图](tutorial/seal.png)\n\n尾段。\n');
    await press(tab, '复制到公众号');
    const check = tab.find({ role: 'dialog' });
    await check.find({ text: /公众号无法访问这张图片/ }).shows();
    await check.find({ role: 'button', name: '照样复制' }).click();
    await tab.says(DONE);
    const { 'text/html': html = '' } = await tab.clipboard();
    // Outside of the page a relative address leads nowhere.
    expect(html).toMatch(/<img[^>]*src="http[^"]*\/tutorial\/seal\.png"/);
  });
});

test('the_first_press_copies_and_exports_in_every_other_form', async ({ tab }) => {
  await test.step('markdown', async () => {
    await openCold(tab, FORMULAS);
    await choose(tab, '复制 Markdown');
    await tab.says('已复制 Markdown');
    expect((await tab.clipboard())['text/plain']).toBe(FORMULAS);
  });

  await test.step('html', async () => {
    await openCold(tab, FORMULAS);
    await choose(tab, '复制 HTML 代码');
    await tab.says('已复制 HTML 代码');
    const { 'text/plain': code = '' } = await tab.clipboard();
    expect(code).toContain('<section');
    expect(await nDrawings(tab, code)).toBe(2);
  });

  await test.step('card', async () => {
    await openCold(tab, `${FORMULAS}\n${diagramArticle(DIAGRAMS)}\n`);
    await choose(tab, '导出卡片图');
    await tab.find({ role: 'button', name: '下载' }).click();
    const { name, content } = await tab.downloaded();
    expect(name).toMatch(/\.png$/);
    expect(Buffer.from(content).subarray(1, 4).toString()).toBe('PNG');
  });
});
