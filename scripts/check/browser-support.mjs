// Nothing may need more than the oldest browsers have, as the published compatibility data tells it.
//
// Usage on its own: node scripts/check/browser-support.mjs [--built]   (--built: also frontend/dist, after its build)

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { frontend, root } from '../paths.mjs';
import { floorOf } from './browser-floor.mjs';
import { droppable, guarded } from './browser-support/allowed.mjs';
import { lookThrough } from './browser-support/script.mjs';
import { lookThroughStyle } from './browser-support/style.mjs';
import { report } from './problems.mjs';

const require = createRequire(path.join(frontend, 'package.json'));
const acorn = require('acorn');
const { parseSync } = await import(
  pathToFileURL(path.join(frontend, 'node_modules/vite/dist/node/index.js')).href
);

/** What is checked: folders below the repository, and the browsers that its files are for. */
const SOURCES = [
  { floor: 'app', folder: 'frontend/src', files: /^(?!engine\/pkg|testing\/).*(?<!\.test)\.tsx?$/ },
  { floor: 'app', folder: 'frontend/public', files: /\.js$/ },
  { floor: 'app', folder: 'frontend/offline', files: /worker\.js$/ },
  { floor: 'app', folder: 'frontend/extension', files: /\.(js|css)$/ },
  { floor: 'sites', folder: 'frontend/site', files: /\.(js|css)$/ },
  { floor: 'sites', folder: 'engine-wasm/article/src/theme', files: /\.css$/ },
  { floor: 'sites', folder: 'server/src', files: /\.css$/ },
  { floor: 'sites', folder: 'engine-wasm/highlight/themes', files: /\.css$/ },
];
const PAGES = [{ floor: 'app', folder: 'frontend', files: /^index\.html$/ }];
const BUILT = [{ floor: 'app', folder: 'frontend/dist/assets', files: /\.(js|css)$/ }];

/** Checks the sources; throws with everything that an old browser lacks. */
export function checkBrowserSupport() {
  check([...SOURCES, ...PAGES]);
}

/** Checks what the build has made of them and of the libraries. */
export function checkBuiltBrowserSupport() {
  check(BUILT);
}

function check(groups) {
  const files = groups.flatMap(({ floor, folder, files: wanted }) =>
    readdirSync(path.join(root, folder), { recursive: folder !== 'frontend' })
      .map((name) => name.split(path.sep).join('/'))
      .filter((name) => wanted.test(name))
      .sort()
      .map((name) => ({ floor, name: `${folder}/${name}` })),
  );
  const read = files.map((file) => ({
    ...file,
    text: readFileSync(path.join(root, file.name), 'utf8'),
  }));
  const isBuilt = groups === BUILT;
  const lists = {
    droppable: droppable.filter(({ ofLibraries = false }) => ofLibraries === isBuilt),
    guarded: guarded.filter(({ files: name }) => name.startsWith('frontend/dist/') === isBuilt),
  };
  report(problemsOf(read, lists), `${files.length} files, and nothing that an old browser lacks`);
}

/**
 * Problems of files, `{ name, text, floor }`. `lists`: the entries that must be used, those for these files.
 */
export function problemsOf(files, lists = { droppable: [], guarded: [] }) {
  const used = new Set();
  const named = new Set();
  const found = files.flatMap((file) => usesIn(file, named));
  const problems = found
    .filter(({ member }) => member === undefined || !named.has(member))
    .filter((use) => !isAllowed(use, used))
    .map(({ file, text, feature, lacking, at }) => {
      const line = text.slice(0, at).split('\n').length;
      const there = text.slice(Math.max(0, at - 20), at + 60).replaceAll('\n', ' ');
      return `${file}:${line}: ${feature} is missing in ${lacking.join(', ')}: ${there}`;
    });
  const unused = [...lists.droppable, ...lists.guarded]
    .flatMap((entry) => [entry.features ?? entry.feature].flat().map((feature) => [entry, feature]))
    .filter(([entry, feature]) => !used.has(keyOf(entry, feature)))
    .map(
      ([{ files: name }, feature]) =>
        `${feature} is allowed${name ? ` in ${name}` : ''} and not used`,
    );
  return [...problems, ...unused];
}

function usesIn({ name, text, floor }, named) {
  const versions = floorOf(floor);
  const as = (uses, from = 0) =>
    uses.map((use) => ({ ...use, at: use.at + from, file: name, text }));
  if (name.endsWith('.css')) return as(lookThroughStyle(text, versions));
  if (name.endsWith('.html')) {
    return [...text.matchAll(/(<style>)([\s\S]*?)<\/style>/g)].flatMap((match) =>
      as(lookThroughStyle(match[2], versions), match.index + match[1].length),
    );
  }
  const found = lookThrough(treeOf(name, text), versions);
  for (const member of found.named) named.add(member);
  return as(found.uses);
}

/** TypeScript is read by Vite's parser; for megabytes of JavaScript acorn is quicker, because it makes no JSON. */
function treeOf(name, text) {
  if (!/\.tsx?$/.test(name)) {
    return acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  }
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return program;
}

function isAllowed({ file, feature }, used) {
  const entry =
    droppable.find((one) => feature === one.feature || feature.startsWith(`${one.feature}: `)) ??
    guarded.find(
      ({ files, features }) => withoutHash(file).startsWith(files) && features.includes(feature),
    );
  if (entry === undefined) return false;
  used.add(keyOf(entry, entry.features ? feature : entry.feature));
  return true;
}

function keyOf({ files }, feature) {
  return `${files ?? ''} ${feature}`;
}

function withoutHash(file) {
  return file.replace(/^(frontend\/dist\/.*)-[\w-]{8}(\.\w+)$/, '$1$2');
}

if (process.argv[1] === import.meta.filename) {
  try {
    checkBrowserSupport();
    if (process.argv.includes('--built')) checkBuiltBrowserSupport();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
