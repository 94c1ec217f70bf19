// The checks that are no tests, as steps, in groups by what they need.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../generate.mjs';
import { frontend, root } from '../paths.mjs';
import { run, StepError } from '../steps.mjs';
import { checkBrowserSupport } from './browser-support.mjs';
import { checkCommits } from './commits.mjs';
import { checkDocs } from './docs.mjs';
import { checkEdges } from './edges.mjs';
import { checkSizes } from './sizes.mjs';
import { checkSpelling } from './spelling.mjs';
import { checkDeploy } from './units.mjs';

const biome = path.join(frontend, 'node_modules', '.bin', 'biome');
const scripts = path.join(root, 'scripts');
const engineCrates = ['article', 'highlight', 'export', 'math'];
const clippy = (args) =>
  run('cargo', ['clippy', ...args, '--locked', '--quiet', '--', '-D', 'warnings']);

/** Builds what the checks of products, and every test of the frontend, stand on. */
export const engineModules = {
  key: 'engine-modules',
  name: 'Engine modules for the browser',
  run: () => run(process.execPath, ['scripts/build-wasm.mjs']),
};

/** The sources as they stand: seconds. */
export const sourceChecks = [
  { key: 'rust-format', name: 'Rust format', run: () => run('cargo', ['fmt', '--check']) },
  {
    key: 'script-lints',
    name: 'Script format and lints',
    run: () => run(biome, ['ci', '--colors=off', '.'], { cwd: scripts }),
  },
  {
    key: 'frontend-lints',
    name: 'Frontend format and lints',
    run: () => run(biome, ['ci', '--colors=off', '.'], { cwd: frontend }),
  },
  { key: 'script-tests', name: 'Script tests', run: testScripts, takesPart: 'FILE' },
  { key: 'docs', name: 'Commands, links, paths and browsers in the docs', run: checkDocs },
  { key: 'old-browsers', name: 'What old browsers lack', run: checkBrowserSupport },
  { key: 'spelling', name: 'American spelling', run: checkSpelling },
  { key: 'commits', name: 'Subjects of commits', run: checkCommits },
  {
    key: 'vendored',
    name: 'Vendored parser of code',
    run: () => run(process.execPath, ['scripts/vendor-syntect.mjs', '--check']),
  },
  { key: 'licenses', name: 'Licenses and sources of dependencies', run: checkLicenses },
  {
    key: 'deploy',
    name: 'Units of systemd, variables and monitoring for operators',
    run: checkDeploy,
  },
  { key: 'edges', name: 'Dependency edges', run: checkEdges },
];

/** Minutes when nothing is compiled, else seconds. Cargo lets one of them compile at a time. */
export const rustLints = [
  {
    key: 'rust-lints',
    name: 'Rust lints',
    run: () => clippy(['--workspace', '--all-targets']),
  },
  {
    key: 'binding-lints',
    name: 'Rust lints of the JavaScript bindings',
    after: ['rust-lints'],
    run: () =>
      clippy([
        ...['--lib', '--target', 'wasm32-unknown-unknown'],
        ...engineCrates.flatMap((name) => ['-p', `moyan-${name}`]),
      ]),
  },
];

/** What needs the engine's modules or is made by programs of ours. */
export const productChecks = [
  { key: 'sizes', name: 'Sizes', needs: ['engine-modules'], run: checkSizes },
  {
    key: 'types',
    name: 'TypeScript types',
    needs: ['engine-modules'],
    run: async () => {
      for (const project of ['.', '../scripts/bench/pages']) {
        const command = ['node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', project];
        await run(process.execPath, command, { cwd: frontend });
      }
    },
  },
  // It compiles with cargo, and writes files that tests read.
  {
    key: 'generated',
    name: 'Generated files',
    after: ['binding-lints', 'rust-tests', 'sizes', 'types', 'frontend-tests', 'frontend-build'],
    run: checkGenerated,
  },
];

/** The files are named: given a folder, node takes `test.mjs` for a test. */
async function testScripts(part) {
  const all = readdirSync(scripts, { recursive: true }).filter((file) =>
    file.endsWith('.test.mjs'),
  );
  const files = part === undefined ? all : [part];
  await run(process.execPath, ['--test', '--test-reporter=dot', ...files], { cwd: scripts });
}

async function checkGenerated() {
  const changed = await generate();
  if (changed.length > 0) {
    throw new StepError(`these were not current and are now written again: ${changed.join(', ')}`);
  }
}

/**
 * What deny.toml says of licenses, sources and banned crates. It needs no network once all crates are fetched.
 *
 * Advisories are not read here: their database is fetched anew, and a new advisory would refuse a commit that did not
 * bring it. `cargo deny check advisories` asks for them.
 */
function checkLicenses() {
  const checks = ['licenses', 'bans', 'sources'];
  return run('cargo-deny', [
    '--locked',
    '--log-level',
    'error',
    'check',
    '--hide-inclusion-graph',
    ...checks,
  ]);
}
