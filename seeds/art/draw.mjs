// Draws the tutorial's pictures: every seeds/art/*.svg becomes a PNG in frontend/public/tutorial.
// Run it by hand after changing a drawing: node seeds/art/draw.mjs. The PNG files are committed.
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const frontend = join(here, "../../frontend");
const { chromium } = createRequire(join(frontend, "package.json"))("@playwright/test");

/** Upper bound of one picture: they are downloaded with the first article. */
const maxBytes = 60 * 1024;

const target = join(frontend, "public/tutorial");
await mkdir(target, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--force-color-profile=srgb"],
});
const page = await browser.newPage();
for (const name of (await readdir(here)).filter((file) => file.endsWith(".svg")).sort()) {
  const svg = await readFile(join(here, name), "utf8");
  await page.setContent(`<body style="margin:0;background:transparent">${svg}</body>`);
  const path = join(target, name.replace(/\.svg$/, ".png"));
  await page.locator("svg").screenshot({ path, omitBackground: true });
  const { size } = await stat(path);
  console.log(`${path.slice(frontend.length + 1)} ${size} bytes`);
  if (size > maxBytes) throw new Error(`${name}: the picture is larger than ${maxBytes} bytes`);
}
await browser.close();
