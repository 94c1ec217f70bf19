// Builds the product into one program, frontend included.
//
// Usage: node scripts/build.mjs   (after scripts/setup; `make build` does both)

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildFrontend } from './frontend-build.mjs';
import { cargoTarget, shown } from './paths.mjs';
import { run, runSteps, StepError } from './steps.mjs';

/** OpenSSL, which lets the program speak TLS to PostgreSQL, is configured by perl. */
function perlIsThere() {
  if (spawnSync('perl', ['-MIPC::Cmd', '-e', '1'], { stdio: 'ignore' }).status !== 0) {
    throw new StepError('perl with IPC::Cmd is missing: OpenSSL is compiled in and needs it');
  }
}

await runSteps('make build', [
  ['Tools for OpenSSL', perlIsThere],
  ['Engine modules for the browser', () => run(process.execPath, ['scripts/build-wasm.mjs'])],
  ['Frontend', () => buildFrontend({ compress: true })],
  [
    'Server with the frontend inside',
    () =>
      run('cargo', [
        'build',
        '--release',
        '--locked',
        '--quiet',
        '-p',
        'moyan-server',
        '--features',
        'embed,postgres-tls',
      ]),
  ],
]);
console.log(
  `Built ${shown(path.join(cargoTarget, 'release', 'moyan'))}. Start it with: moyan serve`,
);
