// Draws the pictures of the seeds. Run it by hand after changing a drawing: node seeds/art/draw.mjs.
// - seeds/art/*.svg become PNG files of the tutorial, in frontend/public/tutorial.
// - seeds/art/site/*.svg become WebP files of the demonstration site, in seeds/site.
// What it draws is committed.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const { chromium } = createRequire(join(root, 'frontend/package.json'))('@playwright/test');

/** Upper bound of one picture: readers download it with their first page. */
const maxBytes = 60 * 1024;
/** Quality of WebP: areas of one color and edges stay clean. */
const quality = 0.86;

/** A drawing as PNG, as the browser paints it. */
async function png(page) {
  return page.locator('svg').screenshot({ omitBackground: true });
}

/** A drawing as WebP, through a canvas. */
async function webp(page) {
  const encoded = await page.evaluate(async (quality) => {
    const svg = document.querySelector('svg');
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.outerHTML)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: svg.width.baseVal.value,
      height: svg.height.baseVal.value,
    });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality).split(',')[1];
  }, quality);
  return Buffer.from(encoded, 'base64');
}

const sets = [
  { from: here, to: join(root, 'frontend/public/tutorial'), ending: '.png', draw: png },
  { from: join(here, 'site'), to: join(root, 'seeds/site'), ending: '.webp', draw: webp },
];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
const page = await browser.newPage({ viewport: { width: 1920, height: 900 } });
for (const { from, to, ending, draw } of sets) {
  await mkdir(to, { recursive: true });
  for (const name of (await readdir(from)).filter((file) => file.endsWith('.svg')).sort()) {
    const svg = await readFile(join(from, name), 'utf8');
    await page.setContent(`<body style="margin:0;background:transparent">${svg}</body>`);
    const path = join(to, name.replace(/\.svg$/, ending));
    const bytes = await draw(page);
    console.log(`${relative(root, path)} ${bytes.length} bytes`);
    if (bytes.length > maxBytes) {
      throw new Error(`${name}: the picture is larger than ${maxBytes} bytes`);
    }
    await writeFile(path, bytes);
  }
}
await browser.close();
