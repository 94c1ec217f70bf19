// Builds the product into one program, frontend included.
//
// Usage: node scripts/build.mjs   (after scripts/setup; `make build` does both)

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { engineModules } from './check/steps.mjs';
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
  { name: 'Tools for OpenSSL', run: perlIsThere },
  engineModules,
  { name: 'Frontend', run: () => buildFrontend({ compress: true }) },
  {
    name: 'Server with the frontend inside',
    run: () =>
      run('cargo', [
        ...['build', '--release', '--locked', '--quiet'],
        ...['-p', 'moyan-server', '--features', 'embed,postgres-tls'],
      ]),
  },
]);
console.log(
  `Built ${shown(path.join(cargoTarget, 'release', 'moyan'))}. Start it with: moyan serve`,
);
