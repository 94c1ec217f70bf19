// Checks everything that is not a test: format, lints, types, generated files, edges, texts, sizes.
//
// Usage: node scripts/check.mjs   (after scripts/setup; `make check` does both)

import path from 'node:path';
import { engineModules, productChecks, rustLints, sourceChecks } from './check/steps.mjs';
import { frontend } from './paths.mjs';
import { run, runSteps } from './steps.mjs';

const vitest = path.join(frontend, 'node_modules', '.bin', 'vitest');

await runSteps('make check', [
  ...sourceChecks,
  ...rustLints,
  engineModules,
  ...productChecks,
  {
    name: 'Locales',
    run: () => run(vitest, ['run', '--reporter=dot', 'src/i18n'], { cwd: frontend }),
  },
]);
