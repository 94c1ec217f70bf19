// The tour of features in every theme as it is copied for WeChat, side by side on phones, for the eye.
//
//   node scripts/theme-gallery.mjs [FOLDER]   after make test or make build; EDITOR_URL names a server that runs already
//
// Writes index.html (light and dark, 375 px each) and one picture per theme into FOLDER, by default target/gallery.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cargoTarget, root, shown } from './paths.mjs';
import { copied, withEditor } from './pictures/editor.mjs';
import { runSteps } from './steps.mjs';

const folder = path.resolve(process.argv[2] ?? path.join(cargoTarget, 'gallery'));
const tour = readFileSync(path.join(root, 'engine-wasm/export/tests/fixtures/tour.md'), 'utf8');
/** The style sheet of the page on which WeChat shows an article: without it paragraphs have margins that nobody sees. */
const { page: pageCss } = JSON.parse(
  readFileSync(path.join(root, 'engine-wasm/export/tests/fixtures/wechat-filter.json'), 'utf8'),
);
/** What stands in for the tour's pictures. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#c9d6df"/><path d="M0 330 170 150l110 110 90-80 270 210v10H0z" fill="#8fa8b8"/><circle cx="500" cy="110" r="44" fill="#f6e7c1"/></svg>')}`;
const themes = readdirSync(path.join(root, 'engine-wasm/article/src/theme'))
  .filter((file) => file.endsWith('.css') && file !== 'base.css')
  .map((file) => path.basename(file, '.css'));

/** The article in the dark, as the editor's own toggle shows it. */
async function darkened(page) {
  await page.getByRole('button', { name: '模拟微信深色模式' }).click();
  const article = page
    .frameLocator('iframe[title="微信深色模式下的文章"]')
    .locator('section.article');
  await article.locator(':scope > section').first().waitFor();
  return article.innerHTML();
}

const LIGHT = 'background:#fff';
const DARK = 'background:#191919;color:#a3a3a3';

function sheet(html, colors) {
  const seen = html.replaceAll(/https:\/\/example\.com\/\w+\.png/g, PICTURE);
  return `<!doctype html><meta charset="utf-8"><style>${pageCss}body{padding:16px;${colors}}</style><body>${seen}`;
}

function phone(title, html, colors) {
  const source = sheet(html, colors).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<figure><figcaption>${title}</figcaption><iframe srcdoc="${source}"></iframe></figure>`;
}

async function gallery({ newPage }) {
  mkdirSync(folder, { recursive: true });
  const phones = [];
  for (const theme of themes) {
    const settings = { theme, isCiteStatus: true, isCountStatus: true };
    const page = await newPage({ width: 1440, height: 900, settings, text: tour });
    const html = await copied(page);
    const dark = await darkened(page);
    phones.push(phone(theme, html, LIGHT), phone(`${theme}, dark`, dark, DARK));
    await page.setViewportSize({ width: 375, height: 812 });
    for (const [name, content, colors] of [
      [theme, html, LIGHT],
      [`${theme}-dark`, dark, DARK],
    ]) {
      await page.setContent(sheet(content, colors));
      await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
    }
    await page.context().close();
  }
  const css =
    'body{margin:0;display:flex;gap:24px;padding:24px;background:#e8eaed;font:14px system-ui}figure{margin:0}iframe{width:375px;height:5200px;border:0;display:block;margin-top:8px}';
  const file = path.join(folder, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Themes</title><style>${css}</style>${phones.join('')}`,
  );
  console.log(shown(file));
}

await runSteps('theme gallery', [{ name: 'Gallery', run: () => withEditor(gallery) }]);
