// Measures pages of the built product: by Lighthouse as a phone, and the preview of a site's settings.
//
//   node scripts/bench/sites.mjs              builds the product, and measures each page three times
//   node scripts/bench/sites.mjs --runs 1     once
//   node scripts/bench/sites.mjs --runs 0     the preview alone
//
// A phone of Lighthouse: slow 4G and a processor four times slower, simulated.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parseArgs, promisify } from 'node:util';
import { findChromium } from '../browsers/find.mjs';
import { launchChromium } from '../browsers/launch.mjs';
import { buildFrontend } from '../frontend-build.mjs';
import { run } from '../steps.mjs';
import { withServer } from '../with-server.mjs';
import { digits, kilobytes, summary, table, time } from './statistics.mjs';

/** The version whose points are compared. */
const lighthouse = 'lighthouse@12.8.2';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Letters that are typed for the preview. */
const nLetters = 20;

const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const nRuns = Number(flags.runs);
const say = (line) => process.stderr.write(`${line}\n`);

/** One visit of a phone: points, times in milliseconds, shift, and bytes that were sent before images. */
async function visit(url) {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', lighthouse, url, '--quiet', '--output=json'],
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 64e6 },
  );
  const { audits, categories: found } = JSON.parse(stdout);
  const requests = audits['network-requests'].details.items;
  const sent = requests.filter(({ resourceType }) => resourceType !== 'Image');
  return {
    points: categories.map((name) => Math.round(found[name].score * 100)),
    largestPaint: audits['largest-contentful-paint'].numericValue,
    blocked: audits['total-blocking-time'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
    bytes: sent.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/** A page's row: of the run whose points for performance are the median. */
async function row([name, url]) {
  say(`  ${name}`);
  const visits = [];
  for (let i = 0; i < nRuns; i += 1) visits.push(await visit(url));
  visits.sort((a, b) => a.points[0] - b.points[0]);
  const { points, largestPaint, blocked, shift, bytes } = visits[visits.length >> 1];
  return [
    name,
    ...points,
    `${digits(largestPaint / 1000)} s`,
    `${digits(blocked)} ms`,
    shift.toFixed(3),
    kilobytes(bytes),
  ];
}

/** From a letter in a setting until the preview shows the page with it, in milliseconds. */
async function previewTimes(page, origin) {
  const account = JSON.parse(
    await readFile(new URL('../../seeds/account.json', import.meta.url), 'utf8'),
  );
  const answer = await page.request.post(`${origin}/api/account/loginByIdentifier`, {
    data: {
      identifier: account.email,
      identityType: 'email',
      passwd: account.password,
      device: 'web',
    },
  });
  const { token, data } = await answer.json();
  const sites = await page.request.get(`${origin}/api/teams/personal/sites`, {
    headers: { token },
  });
  const [site] = (await sites.json()).data.items;
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(
    ([user, value]) => {
      localStorage.setItem('userInfo', user);
      localStorage.setItem('token', value);
    },
    [JSON.stringify(data), token],
  );
  await page.goto(`${origin}/team/personal/site/${site.id}/basic-info`);
  await page.evaluate(() => {
    const seen = { typed: 0, shown: 0 };
    globalThis.seen = seen;
    document.addEventListener('input', () => (seen.typed = performance.now()), true);
    addEventListener('message', ({ data: told }) => {
      if (told?.type === 'shown') seen.shown = performance.now();
    });
  });
  await page.waitForFunction(() => globalThis.seen.shown > 0);
  const name = page.locator('input[type=text], input:not([type])').first();
  await name.press('End');
  const samples = [];
  for (let i = 0; i < nLetters; i += 1) {
    // What is still being shown is of the letter before.
    await page.waitForTimeout(700);
    await page.keyboard.type('x');
    await page.waitForFunction(() => globalThis.seen.shown > globalThis.seen.typed);
    samples.push(await page.evaluate(() => globalThis.seen.shown - globalThis.seen.typed));
  }
  return samples;
}

await run(process.execPath, ['scripts/build-wasm.mjs']);
await buildFrontend({ compress: true });
await run('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'moyan-server']);
await withServer(
  async (origin) => {
    const site = `http://handbook.localhost:${new URL(origin).port}`;
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(`${site}/docs`);
    const article = await page
      .locator('main a[href*="/docs/"]')
      .evaluateAll((links) =>
        links.map((link) => link.pathname).find((path) => path.split('/').length === 4),
      );
    const pages = [
      ['a site: homepage', `${site}/`],
      ['a site: index', `${site}/docs`],
      ['a site: an article', `${site}${article}`],
      ['the home page', `${origin}/`],
      ['the login', `${origin}/login`],
    ];
    const rows = [];
    for (const one of nRuns > 0 ? pages : []) rows.push(await row(one));
    const columns = [...categories, 'largest paint', 'blocked', 'shift', 'before images'];
    if (rows.length > 0) console.log(table(['', ...columns], rows));
    const samples = await previewTimes(page, origin);
    await browser.close();
    const { median, min } = summary(samples);
    console.log(
      `\n${table(
        ['', 'ms'],
        [
          ['a letter in a setting, until the preview shows it', time({ median, min })],
          ['the slowest', digits(Math.max(...samples))],
        ],
      )}`,
    );
  },
  { profile: 'release', isSeeded: true },
);
