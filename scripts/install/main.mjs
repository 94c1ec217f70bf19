// Everything that building and testing need. Tools compile while packages are fetched.
//
// Usage: scripts/setup [--browsers] [--checks] [--release]

import { StepError } from '../steps.mjs';
import { installBrowsers } from './browsers.mjs';
import { installPackages } from './packages.mjs';
import { installPrograms } from './programs.mjs';
import { installTools } from './tools.mjs';

const forChecks = process.argv.includes('--checks');
const forRelease = process.argv.includes('--release');

async function installForFrontend() {
  await installPackages();
  if (process.argv.includes('--browsers')) {
    await installBrowsers();
  }
  // After the browsers: apt does one thing at a time.
  if (forChecks) {
    await installPrograms();
  }
}

/** Says at once what failed; the other task goes on. */
function fail(error) {
  console.error(`setup: ${error instanceof StepError ? error.message : error.stack}`);
  process.exitCode = 1;
}

await Promise.all([
  installTools({ forChecks, forRelease }).catch(fail),
  installForFrontend().catch(fail),
]);
