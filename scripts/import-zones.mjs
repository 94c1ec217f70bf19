// Writes frontend/biome.zones.json: which part of the frontend may import which, as rules of Biome.
//
// Usage: node scripts/import-zones.mjs   (`make gen` does it, `make check` compares)
//
// Biome takes only one rule about imports for a file, so each zone's rule repeats what holds everywhere.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { frontend } from './paths.mjs';

/** Parts of `src`, from the top down. */
const parts = ['app', 'features', 'transfer', 'ui', 'i18n', 'sync', 'storage', 'engine', 'api'];
/** Features; none imports another. */
const features = ['auth', 'console', 'editor', 'landing', 'site-config'];

const monaco = {
  group: ['monaco-editor', 'monaco-editor/**'],
  message: 'Only features/editor/monaco may import Monaco.',
};
const idb = { idb: 'Only src/storage may import idb.' };
const globals = {
  fetch: "Only src/api/client.ts and the engine's loaders fetch.",
  localStorage: 'Only src/storage reads or writes localStorage.',
  indexedDB: 'Only src/storage opens the database.',
};

/**
 * Each zone: its files, the parts of `src` that it must not import with the reason, and what else differs from the rules
 * that hold everywhere (`packages` that it must not import, `globals` that it must not use).
 */
const zones = [
  {
    files: ['src/lib/**', 'src/config/**'],
    never: parts,
    reason: 'lib and config import nothing above them.',
    packages: { ...idb, react: 'lib and config know nothing of React.' },
  },
  {
    files: ['src/transfer/**'],
    never: ['app', 'features', 'sync', 'api'],
    reason: 'transfer knows no screen and no server: features hand it what they have.',
  },
  {
    files: ['src/i18n/**'],
    never: without(parts, 'i18n'),
    reason: 'i18n imports lib and config only.',
  },
  {
    files: ['src/ui/**'],
    never: without(parts, 'ui', 'i18n'),
    reason: 'ui imports lib and i18n only.',
  },
  {
    files: ['src/engine/**', 'src/api/**'],
    never: without(parts, 'engine', 'api'),
    reason: 'engine and api import lib and config only.',
    globals: { localStorage: globals.localStorage, indexedDB: globals.indexedDB },
  },
  {
    files: ['src/storage/**'],
    never: without(parts, 'storage'),
    reason: 'storage imports lib and config only.',
    packages: { react: 'storage knows nothing of React.' },
    globals: {},
  },
  {
    files: ['src/sync/**'],
    never: without(parts, 'sync', 'storage', 'api'),
    reason: 'sync imports api, storage, lib and config only.',
    packages: { ...idb, react: 'sync knows nothing of React.' },
  },
  feature('editor', ['src/features/editor/**', '!src/features/editor/monaco/**']),
  ...['console', 'auth', 'landing', 'site-config'].map((name) =>
    feature(name, [`src/features/${name}/**`]),
  ),
  { ...feature('editor', ['src/features/editor/monaco/**']), mayImportMonaco: true },
];

function without(list, ...names) {
  return list.filter((name) => !names.includes(name));
}

function feature(name, files) {
  return {
    files,
    never: ['app'],
    reason: 'A feature never imports the app.',
    others: without(features, name),
  };
}

function override({ files, never, reason, others, packages = idb, globals, mayImportMonaco }) {
  // The last pattern that fits decides. `src/storage/sync` is not `src/sync`; what follows may forbid it all the same.
  const folders = (names) =>
    names.flatMap((name) => [
      `**/${name}/**`,
      ...(name === 'sync' ? ['!./sync/**', '!**/storage/sync/**'] : []),
    ]);
  const patterns = [
    { group: folders(never), message: reason },
    ...(others
      ? [{ group: folders(others), message: 'A feature never imports another feature.' }]
      : []),
    ...(mayImportMonaco ? [] : [monaco]),
  ];
  return {
    includes: files,
    linter: { rules: { style: { ...globalsRule(globals), ...importsRule(packages, patterns) } } },
  };
}

function importsRule(paths, patterns) {
  return { noRestrictedImports: { level: 'error', options: { paths, patterns } } };
}

/** `denied`: nothing when the rule above holds, no names when there is none. */
function globalsRule(denied) {
  if (denied === undefined) {
    return {};
  }
  const rule = { level: 'error', options: { deniedGlobals: denied } };
  return { noRestrictedGlobals: Object.keys(denied).length === 0 ? 'off' : rule };
}

const config = {
  $schema: './node_modules/@biomejs/biome/configuration_schema.json',
  linter: { rules: { style: { ...globalsRule(globals), ...importsRule(idb, [monaco]) } } },
  overrides: zones.map(override),
};
writeFileSync(path.join(frontend, 'biome.zones.json'), `${JSON.stringify(config, null, 2)}\n`);
