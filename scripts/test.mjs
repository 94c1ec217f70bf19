// Runs every check and every test, in the order in which a fault shows soonest.
//
// Usage: node scripts/test.mjs   (after scripts/setup; `make test` does both)

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { checkBuiltBrowserSupport } from './check/browser-support.mjs';
import { buildEngineModules, productChecks, rustLints, sourceChecks } from './check/steps.mjs';
import { buildFrontend } from './frontend-build.mjs';
import { frontend, root } from './paths.mjs';
import { withPostgres } from './postgres.mjs';
import { tryDescription } from './schemathesis.mjs';
import { run, runSteps, together } from './steps.mjs';
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

/** The whole workspace is one package selection, so that no step compiles a dependency again. */
function rustTests() {
  const test = (url) =>
    run('cargo', ['test', '--workspace', '--locked', '--quiet'], { env: { DATABASE_URL: url } });
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

async function journeys() {
  await withServer((url, database, payments) =>
    run(bin('playwright'), ['test'], {
      cwd: frontend,
      env: {
        E2E_BASE_URL: url,
        E2E_DATABASE_URL: database,
        E2E_PAYMENTS_URL: payments,
      },
    }),
  );
}

const frontendTests = () => run(bin('vitest'), ['run'], { cwd: frontend });

await runSteps('make test', [
  ...sourceChecks,
  ...rustLints,
  // Linking a module keeps one core busy; tests of the program keep the other.
  ['Rust tests and engine modules', () => together(rustTests, buildEngineModules)],
  ...productChecks,
  // The binding's compile on one core while the frontend's run.
  ['Binding tests and frontend tests', () => together(bindingTests, frontendTests)],
  // The description is tried by one program that mostly waits.
  [
    'Frontend build, and API against its description',
    () => together(() => buildFrontend({ compress: false }), tryDescription),
  ],
  ['What old browsers lack in the built files', checkBuiltBrowserSupport],
  ['Journeys in a browser', journeys],
]);
