// Measures Moyan against marked + highlight.js, in one run of one Chromium, and prints the tables.
//
//   node scripts/bench/run.mjs                       everything (some minutes)
//   node scripts/bench/run.mjs --quick               fewer samples, no 1 MB article
//   node scripts/bench/run.mjs --only keystroke      one part; parts are separated by commas
//   node scripts/bench/run.mjs --json results.json   the figures for a machine, too
//
// scripts/bench/README.md says how to read them.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { launchChromium } from '../browsers/launch.mjs';
import { buildPages } from './build-pages.mjs';
import { article, shapedArticles } from './corpus.mjs';
import { measureColors } from './measure/colors.mjs';
import { measureCopy, onlyText } from './measure/copy.mjs';
import { measureEditor } from './measure/editor.mjs';
import { measureFirstRender } from './measure/first-render.mjs';
import { measureKeystrokes, measureLargeBlocks } from './measure/keystroke.mjs';
import { measureLibrary } from './measure/library.mjs';
import { measureMemory } from './measure/memory.mjs';
import { connections, measureNavigation } from './measure/navigation.mjs';
import { engineSizes } from './measure/sizes.mjs';
import { report } from './report.mjs';
import { serve } from './serve.mjs';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const wanted = flags.only?.split(',');
const isWanted = (part) => wanted === undefined || wanted.includes(part);

/** Bytes of the article, and how often each measure is taken of it. */
const plan = flags.quick
  ? [
      [10_000, 12],
      [100_000, 8],
    ]
  : [
      [10_000, 60],
      [100_000, 30],
      [1_000_000, 10],
    ];
const articles = plan.map(([size, samples]) => ({ size, samples, ...article(size) }));
/** The article of the measures that take one size only. */
const visitedArticle = articles.find(({ size }) => size === 100_000);

/** What a first visitor gets. */
const tutorial = await readFile(
  new URL('../../seeds/articles/tutorial.zh-CN.md', import.meta.url),
  'utf8',
);

const say = (line) => process.stderr.write(`${line}\n`);

async function openPages(browser, { origin, add }) {
  const open = async (name) => {
    const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    page.on('pageerror', (error) => say(`${name}: ${error}`));
    await page.goto(`${origin}/${name}.html`);
    await page.evaluate(() => ready);
    return page;
  };
  const ours = await open('ours');
  // The peer wears the same style sheet.
  add('/theme.css', await ours.evaluate(() => themeCss()));
  const peer = await open('peer');
  return { ours, peer, ...(isWanted('colors') ? { colors: await open('colors') } : {}) };
}

async function forEachArticle(measure) {
  const results = {};
  for (const one of articles) {
    say(`  ${one.size} bytes`);
    results[one.size] = await measure(one);
  }
  return results;
}

/** The parts of a run, in order; each answers with its results. */
const parts = {
  keystroke: ({ pages }) => forEachArticle((one) => measureKeystrokes(pages, one, one.samples)),
  largeBlocks: ({ pages }) => measureLargeBlocks(pages, flags.quick ? 5 : 30),
  firstRender: ({ pages }) => forEachArticle((one) => measureFirstRender(pages, one, one.samples)),
  colors: (run) => measureColors(run, visitedArticle.sections, flags.quick ? 3 : 10),
  copy: async (run) => {
    const results = {};
    // WeChat takes 20,000 characters: 1 MB is no article of its.
    for (const one of articles.filter(({ size }) => size <= 100_000)) {
      results[one.size] = await measureCopy(run, one, flags.quick ? 3 : 10);
    }
    results.tutorial = await measureCopy(run, { text: tutorial, bare: onlyText(tutorial) }, 3);
    for (const { name, text } of shapedArticles) {
      results[name] = await measureCopy(run, { text, bare: text }, 3);
    }
    return results;
  },
  navigation: async ({ browser, origin }) => {
    const results = {};
    for (const [name, connection] of Object.entries(connections)) {
      results[name] = await measureNavigation(
        browser,
        origin,
        visitedArticle.text,
        connection,
        flags.quick ? 3 : 12,
      );
    }
    return results;
  },
  editor: (run) => measureEditor(run, flags.quick ? 3 : 12),
  library: (run) => measureLibrary(run, visitedArticle, flags.quick ? 3 : 12),
  memory: ({ browser, origin }) =>
    forEachArticle(({ size }) => measureMemory(browser, origin, size, flags.quick ? 1 : 3)),
};

const folder = await buildPages([
  'ours',
  'peer',
  ...['colors', 'copy', 'library'].filter(isWanted),
  ...(isWanted('navigation') ? ['visit'] : []),
  ...(isWanted('editor') ? ['monaco'] : []),
]);
const texts = Object.fromEntries(articles.map(({ size, text }) => [`/articles/${size}.md`, text]));
texts['/articles/tutorial.md'] = tutorial;
const server = await serve(folder, texts);
const browser = await launchChromium();
try {
  const pages = await openPages(browser, server);
  const results = {};
  for (const [name, measure] of Object.entries(parts)) {
    if (!isWanted(name)) continue;
    say(name);
    try {
      results[name] = await measure({ browser, server, origin: server.origin, pages });
    } catch (error) {
      // What the other parts have measured is reported all the same.
      say(`${name} failed: ${error.stack}`);
      process.exitCode = 1;
    }
  }
  if (isWanted('sizes')) results.engineSizes = engineSizes();
  say(`Chromium ${browser.version()}\n`);
  console.log(report(results));
  if (flags.json) await writeFile(flags.json, JSON.stringify(results, undefined, 2));
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true });
}
