// Builds the product into one program, frontend included.
//
// Usage: node scripts/build.mjs   (after scripts/setup; `make build` does both)

import path from 'node:path';
import { buildFrontend } from './frontend-build.mjs';
import { cargoTarget, shown } from './places.mjs';
import { run, runSteps } from './steps.mjs';

await runSteps('make build', [
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
        'embed',
      ]),
  ],
]);
console.log(
  `Built ${shown(path.join(cargoTarget, 'release', 'moyan'))}. Start it with: moyan serve`,
);
