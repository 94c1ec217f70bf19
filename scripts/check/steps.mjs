// The checks that are no tests, as steps, in groups by what they need.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../generate.mjs';
import { frontend, root, there } from '../paths.mjs';
import { run, StepError } from '../steps.mjs';
import { checkBrowserSupport } from './browser-support.mjs';
import { checkDocs } from './docs.mjs';
import { checkEdges } from './edges.mjs';
import { checkSizes } from './sizes.mjs';
import { checkSpelling } from './spelling.mjs';

const biome = path.join(frontend, 'node_modules', '.bin', 'biome');
const scripts = path.join(root, 'scripts');
const engineCrates = ['article', 'highlight', 'export', 'math'];
const clippy = (args) =>
  run('cargo', ['clippy', ...args, '--locked', '--quiet', '--', '-D', 'warnings']);

/** The sources as they stand: seconds. */
export const sourceChecks = [
  // Not `--all`: the published source in engine-wasm/vendor keeps its form.
  ['Rust format', () => run('cargo', ['fmt', '--check'])],
  ['Script format and lints', () => run(biome, ['ci', '--colors=off', '.'], { cwd: scripts })],
  ['Frontend format and lints', () => run(biome, ['ci', '--colors=off', '.'], { cwd: frontend })],
  ['Script tests', testScripts],
  ['Commands, links, paths and browsers in the docs', checkDocs],
  ['What old browsers lack', checkBrowserSupport],
  ['American spelling', checkSpelling],
  [
    'Vendored parser of code',
    () => run(process.execPath, ['scripts/vendor-syntect.mjs', '--check']),
  ],
  ['Licenses by cargo-deny', checkLicenses],
  ['Dependency edges', checkEdges],
];

/** Minutes when nothing is compiled, else seconds. */
export const rustLints = [
  ['Rust lints', () => clippy(['--workspace', '--all-targets'])],
  [
    'Rust lints of the JavaScript bindings',
    () =>
      clippy([
        ...['--lib', '--target', 'wasm32-unknown-unknown'],
        ...engineCrates.flatMap((name) => ['-p', `moyan-${name}`]),
      ]),
  ],
];

/** Builds what the checks of products, and every test of the frontend, stand on. */
export const buildEngineModules = () => run(process.execPath, ['scripts/build-wasm.mjs']);

/** What needs the engine's modules or is made by programs of ours. */
export const productChecks = [
  ['Sizes', checkSizes],
  [
    'TypeScript types',
    async () => {
      for (const project of ['.', '../scripts/bench/pages']) {
        const command = ['node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', project];
        await run(process.execPath, command, { cwd: frontend });
      }
    },
  ],
  ['Generated files', checkGenerated],
];

/** The files are named: given a folder, node takes `test.mjs` for a test. */
async function testScripts() {
  const files = readdirSync(scripts, { recursive: true }).filter((file) =>
    file.endsWith('.test.mjs'),
  );
  await run(process.execPath, ['--test', '--test-reporter=dot', ...files], { cwd: scripts });
}

async function checkGenerated() {
  const changed = await generate();
  if (changed.length > 0) {
    throw new StepError(`these were not current and are now written again: ${changed.join(', ')}`);
  }
}

/** cargo-deny reads more than licenses; it is not needed, because the dependency edges read those. */
async function checkLicenses() {
  const isInstalled = (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => there(folder, 'cargo-deny'));
  if (isInstalled) {
    const checks = ['--hide-inclusion-graph', 'licenses', 'bans', 'sources'];
    await run('cargo', ['deny', '--offline', 'check', ...checks]);
  } else {
    console.log(
      'cargo-deny is not installed (cargo install --locked cargo-deny): the next step reads licenses itself',
    );
  }
}
