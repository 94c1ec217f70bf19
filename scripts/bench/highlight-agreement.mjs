// How often our colors are those of highlight.js.
//
//   node scripts/bench/highlight-agreement.mjs            a table of all languages
//   node scripts/bench/highlight-agreement.mjs java yaml  where these differ, with the scopes of the grammar
//   … --check                                             fails below the bar
//
// Every fixture of the highlight crate is colored by both. A character that is not blank agrees in a theme
// if the theme's style sheet gives it the same color on both sides; the figure is the mean over all characters
// and all themes. Needs `npm ci` in frontend and builds the crate's example.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cascade, chainsOf, parseTheme } from './highlight-colors.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const crate = join(root, 'engine-wasm/highlight');
const hljs = createRequire(join(root, 'frontend/package.json'))('highlight.js');

/** Languages that highlight.js knows under another name; it has no Zig and no Terraform. */
const THEIR_NAME = { vue: 'xml', toml: 'ini', tsx: 'typescript', asm: 'x86asm' };
const BAR = { json: 95 };
const DEFAULT_BAR = 85;

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const fixtures = readdirSync(join(crate, 'tests/fixtures'))
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.slice(0, -4))
  .filter((lang) => hljs.getLanguage(THEIR_NAME[lang] ?? lang))
  .filter((lang) => names.length === 0 || names.includes(lang))
  .map((lang) => ({
    lang,
    code: readFileSync(join(crate, 'tests/fixtures', `${lang}.txt`), 'utf8'),
  }));
const themes = readdirSync(join(crate, 'themes'))
  .filter((file) => file.endsWith('.css'))
  .map((file) => parseTheme(readFileSync(join(crate, 'themes', file), 'utf8')));

/** Our side, through the native example: one JSON line in, one out. */
function ours(requests, ...mode) {
  const run = spawnSync(
    'cargo',
    ['run', '-q', '-p', 'moyan-highlight', '--example', 'highlight', '--', ...mode],
    {
      cwd: root,
      input: requests.map((request) => `${JSON.stringify(request)}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Share of themes in which two chains of classes have the same color. */
const sameness = new Map();
function same(a, b) {
  const key = `${a.join('>')}|${b.join('>')}`;
  if (!sameness.has(key)) {
    const equal = themes.filter((theme) => cascade(theme, a) === cascade(theme, b)).length;
    sameness.set(key, equal / themes.length);
  }
  return sameness.get(key);
}

function compare(code, theirs, mine) {
  let sum = 0;
  let count = 0;
  const colored = { theirs: 0, ours: 0 };
  for (let at = 0; at < code.length; at++) {
    if (/\s/.test(code[at])) continue;
    count++;
    sum += same(theirs[at], mine[at]);
    colored.theirs += 1 - same(theirs[at], []);
    colored.ours += 1 - same(mine[at], []);
  }
  const percent = (value) => Math.round((1000 * value) / count) / 10;
  return { agreement: percent(sum), theirs: percent(colored.theirs), ours: percent(colored.ours) };
}

const theirHtml = ({ lang, code }) =>
  hljs.highlight(code, { language: THEIR_NAME[lang] ?? lang }).value;

function table() {
  const answers = ours(fixtures);
  let failed = 0;
  console.log(
    '| Language | Same color | Colored by highlight.js | Colored by us |\n|---|---|---|---|',
  );
  const rows = fixtures.map((fixture, index) => {
    const mine = chainsOf(answers[index].html, fixture.code);
    return {
      lang: fixture.lang,
      ...compare(fixture.code, chainsOf(theirHtml(fixture), fixture.code), mine),
    };
  });
  for (const row of rows) {
    console.log(`| ${row.lang} | ${row.agreement} % | ${row.theirs} % | ${row.ours} % |`);
    if (row.agreement < (BAR[row.lang] ?? DEFAULT_BAR)) failed++;
  }
  const mean = rows.reduce((sum, row) => sum + row.agreement, 0) / rows.length;
  console.log(
    `\n${rows.length} languages, mean ${mean.toFixed(1)} %, ${failed} below the bar, ${themes.length} themes`,
  );
  if (failed > 0 && process.argv.includes('--check')) process.exitCode = 1;
}

/** Where one fixture differs, the costliest first. */
function differences(fixture, tokens) {
  const theirs = chainsOf(theirHtml(fixture), fixture.code);
  const found = new Map();
  let at = 0;
  for (const [text, ourClass, scopes] of tokens) {
    for (let offset = 0; offset < text.length; offset++, at++) {
      if (/\s/.test(fixture.code[at])) continue;
      const cost = 1 - same(theirs[at], ourClass ? [ourClass] : []);
      if (cost < 0.02) continue;
      const key = `${theirs[at].join(' > ') || '-'}  |  ${ourClass || '-'}  |  ${scopes}`;
      const entry = found.get(key) ?? { cost: 0, texts: new Set() };
      entry.cost += cost;
      entry.texts.add(text.trim());
      found.set(key, entry);
    }
  }
  const total = fixture.code.replace(/\s/g, '').length;
  console.log(`\n== ${fixture.lang}: theirs | ours | scopes`);
  for (const [key, { cost, texts }] of [...found]
    .sort((a, b) => b[1].cost - a[1].cost)
    .slice(0, 40)) {
    console.log(
      `${((100 * cost) / total).toFixed(1)} %  ${key}\n        ${[...texts].slice(0, 6).join('   ')}`,
    );
  }
}

if (names.length === 0) {
  table();
} else {
  // The product's grammars keep of a scope only what a rule asks for.
  const grammars = join(mkdtempSync(join(tmpdir(), 'moyan-scopes-')), 'grammars.packdump');
  execFileSync('cargo', ['run', '-q', '-p', 'xtask', '--', 'scopes', grammars], {
    cwd: root,
    stdio: 'inherit',
  });
  ours(fixtures, 'explain', grammars).forEach((answer, index) => {
    differences(fixtures[index], answer.tokens);
  });
}
