// Checks everything that is not a test: format, lints, types, generated files, edges, texts, sizes.
//
// Usage: node scripts/check.mjs   (after scripts/setup; `make check` does both)

import path from 'node:path';
import { checkEdges } from './check/edges.mjs';
import { checkReadme } from './check/readme.mjs';
import { checkSizes } from './check/sizes.mjs';
import { generate } from './generate.mjs';
import { frontend, root, there } from './paths.mjs';
import { run, runSteps, StepError } from './steps.mjs';

const inFrontend = { cwd: frontend };
const [biome, vitest] = ['biome', 'vitest'].map((name) =>
  path.join(frontend, 'node_modules', '.bin', name),
);
const engineCrates = ['article', 'highlight', 'export', 'math'];
const lints = ['--locked', '--quiet'];
const denied = ['--', '-D', 'warnings'];

async function generatedIsCurrent() {
  const changed = await generate();
  if (changed.length > 0) {
    throw new StepError(`these were not current and are now written again: ${changed.join(', ')}`);
  }
}

async function licenses() {
  const cargoDeny = [
    'deny',
    '--offline',
    'check',
    '--hide-inclusion-graph',
    'licenses',
    'bans',
    'sources',
  ];
  const isInstalled = (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => there(folder, 'cargo-deny'));
  if (isInstalled) {
    await run('cargo', cargoDeny);
  } else {
    console.log(
      'cargo-deny is not installed (cargo install --locked cargo-deny): the next step reads licenses itself',
    );
  }
}

await runSteps('make check', [
  ['Rust format', () => run('cargo', ['fmt', '--all', '--check'])],
  [
    'Rust lints',
    () => run('cargo', ['clippy', '--workspace', '--all-targets', ...lints, ...denied]),
  ],
  [
    'Rust lints of the JavaScript faces',
    () =>
      run('cargo', [
        ...['clippy', '--lib', '--target', 'wasm32-unknown-unknown'],
        ...engineCrates.flatMap((name) => ['-p', `moyan-${name}`]),
        ...lints,
        ...denied,
      ]),
  ],
  ['Engine modules for the browser', () => run(process.execPath, ['scripts/build-wasm.mjs'])],
  [
    'TypeScript types',
    () =>
      run(process.execPath, ['node_modules/@typescript/native/bin/tsc', '--noEmit'], inFrontend),
  ],
  ['Frontend format and lints', () => run(biome, ['ci', '--colors=off', '.'], inFrontend)],
  [
    'Script format and lints',
    () => run(biome, ['ci', '--colors=off', '.'], { cwd: path.join(root, 'scripts') }),
  ],
  ['Generated files', generatedIsCurrent],
  ['Licenses by cargo-deny', licenses],
  ['Dependency edges', checkEdges],
  ['Locales', () => run(vitest, ['run', '--reporter=dot', 'src/i18n'], inFrontend)],
  ['Commands in the README', checkReadme],
  ['Sizes', checkSizes],
]);
