// Everything that building and testing need. Tools compile while packages are fetched.
//
// Usage: scripts/setup [--browsers] [--checks]

import { StepError } from '../steps.mjs';
import { installBrowsers } from './browsers.mjs';
import { installPackages } from './packages.mjs';
import { installTools } from './tools.mjs';

async function installForFrontend() {
  await installPackages();
  if (process.argv.includes('--browsers')) {
    await installBrowsers();
  }
}

/** Says at once what failed; the other task goes on. */
function fail(error) {
  console.error(`setup: ${error instanceof StepError ? error.message : error.stack}`);
  process.exitCode = 1;
}

const forChecks = process.argv.includes('--checks');
await Promise.all([installTools({ forChecks }).catch(fail), installForFrontend().catch(fail)]);
