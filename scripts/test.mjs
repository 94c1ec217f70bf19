// Runs every check and every test, those first that show a fault soonest.
//
// Usage: node scripts/test.mjs [--only STEP[/PART]]…   (after scripts/setup --browsers; `make test` does both)
//   --only  this step and what it needs: `--only frontend-tests/features/sync`, `--only journeys/writing`;
//           an unknown step prints the list of all

import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos, toolsAreThere } from './chaos.mjs';
import { checkBuiltBrowserSupport } from './check/browser-support.mjs';
import { engineModules, productChecks, rustLints, sourceChecks } from './check/steps.mjs';
import { buildFrontend } from './frontend-build.mjs';
import { buildPrograms } from './generate.mjs';
import { tryPackage } from './package.mjs';
import { cargoTarget, frontend, onCi, root } from './paths.mjs';
import { withPostgres } from './postgres.mjs';
import { tryDescription } from './schemathesis.mjs';
import { keepSourceTimes } from './source-times.mjs';
import { chosenSteps, run, runSteps, StepError } from './steps.mjs';
import { withServer } from './with-server.mjs';

const bin = (name) => path.join(frontend, 'node_modules', '.bin', name);
const wasm32 = 'wasm32-unknown-unknown';

/** The engine's crates with tests of their JavaScript binding. */
function cratesWithBindingTests() {
  const engine = path.join(root, 'engine-wasm');
  return readdirSync(engine).filter((name) =>
    existsSync(path.join(engine, name, 'tests', 'wasm.rs')),
  );
}

/**
 * `part`: a crate without its `moyan-`, and behind a slash what the names of its tests hold: `server/account::login`.
 *
 * The whole workspace is one package selection, so that tests of one crate compile no dependency of another again. A
 * crate that is also a module of browsers has one file for all its features, so by itself it is compiled as the server
 * has it.
 * Tests of the API mostly wait for the database and for each other's requests, so more of them run than there are cores.
 */
function rustTests(part) {
  const [crate, filter] = part?.split('/') ?? [];
  const features = crate === 'export' ? ['--features', 'pages'] : [];
  const chosen = crate === undefined ? ['--workspace'] : ['-p', `moyan-${crate}`, ...features];
  const test = (url) =>
    run('cargo', ['test', ...chosen, '--locked', '--quiet', ...(filter ? [filter] : [])], {
      env: { DATABASE_URL: url, RUST_TEST_THREADS: String(2 * availableParallelism()) },
    });
  return withPostgres('postgres-test', test, { isInMemory: true });
}

async function bindingTests() {
  const packages = cratesWithBindingTests().flatMap((name) => ['-p', `moyan-${name}`]);
  if (packages.length === 0) {
    return;
  }
  // The cut of published pages is in no module of browsers; its test has it.
  const chosen = [...packages, '--features', 'moyan-export/pages', '--test', 'wasm'];
  const tests = ['test', '--locked', '--target', wasm32, ...chosen];
  const env = { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: 'wasm-bindgen-test-runner' };
  // Compiled first, quietly: the runner does not understand the `--quiet` that cargo would hand it.
  await run('cargo', [...tests, '--no-run', '--quiet'], { env });
  await run('cargo', tests, { env });
}

/** Journeys with a server and a database of their own, which `name` tells from those beside them. */
function journeys(name, ...args) {
  const walk = (url, database, payments) =>
    run(bin('playwright'), ['test', `--output=test-results/${name}`, ...args], {
      cwd: frontend,
      env: {
        E2E_BASE_URL: url,
        E2E_DATABASE_URL: database,
        E2E_PAYMENTS_URL: payments,
      },
    });
  return withServer(walk, { name: `postgres-${name}` });
}
/** Seconds of faults, and the seed that draws them: the same in every run. */
const short = { seconds: 120, seed: '21' };

/** On a machine without its programs it is left out. */
async function faults() {
  if (!toolsAreThere()) {
    console.log('haproxy or psql is not on this machine: the run with faults is left out');
    return;
  }
  await runChaos(short);
}

/** The file of the journeys that move the clock of their server. */
const movedClock = 'moved-clock.spec.ts';

const steps = [
  ...sourceChecks,
  ...rustLints,
  engineModules,
  {
    key: 'rust-tests',
    name: 'Rust tests',
    after: ['binding-lints'],
    takesPart: 'CRATE/NAME',
    run: rustTests,
  },
  ...productChecks,
  {
    key: 'frontend-tests',
    name: 'Frontend tests',
    needs: ['engine-modules'],
    takesPart: 'FOLDER',
    run: (part) => run(bin('vitest'), ['run', ...(part ? [`src/${part}`] : [])], { cwd: frontend }),
  },
  {
    key: 'binding-tests',
    name: 'Binding tests',
    after: ['rust-tests', 'generated'],
    run: bindingTests,
  },
  {
    key: 'frontend-build',
    name: 'Frontend build',
    needs: ['engine-modules'],
    run: () => buildFrontend({ compress: false }),
  },
  {
    key: 'old-browsers-built',
    name: 'What old browsers lack in the built files',
    needs: ['frontend-build'],
    run: checkBuiltBrowserSupport,
  },
  {
    key: 'program',
    name: 'The program',
    after: ['binding-tests'],
    run: buildPrograms,
  },
  {
    key: 'package',
    name: 'Debian package',
    needs: ['program'],
    after: ['description'],
    run: tryPackage,
  },
  // Nothing that computes runs beside the journeys.
  {
    key: 'journeys',
    name: 'Journeys in a browser',
    needs: ['program', 'frontend-build'],
    after: ['frontend-tests', 'old-browsers-built', 'package'],
    takesPart: 'FOLDER',
    run: (part) =>
      part === undefined
        ? journeys('journeys', '--grep-invert', movedClock)
        : journeys('journeys', `e2e/${part}`, '--no-deps'),
  },
  // These two mostly wait.
  {
    key: 'description',
    name: 'API against its description',
    needs: ['program'],
    after: ['frontend-tests', 'old-browsers-built'],
    run: tryDescription,
  },
  {
    key: 'moved-clock',
    name: 'Journeys that move the clock',
    needs: ['program', 'frontend-build'],
    after: ['description'],
    run: () => journeys('moved-clock', movedClock, '--no-deps', '--reporter=list'),
  },
  // Alone: it says how late an answer may be.
  {
    key: 'faults',
    name: 'Two minutes of faults',
    needs: ['program'],
    after: ['journeys', 'moved-clock', 'package'],
    run: faults,
  },
];

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
try {
  if (onCi) {
    const changed = keepSourceTimes(root, cargoTarget);
    if (changed !== undefined) {
      console.log(`test: ${changed} files and folders changed since the last run on this machine`);
    }
  }
  if (values.only === undefined) {
    await runSteps('make test', steps, { concurrency: 2 });
  } else {
    await runSteps('test', chosenSteps(steps, values.only));
  }
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  process.exitCode = 1;
}
