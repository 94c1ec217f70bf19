// Installs the frontend's packages when the lock file says something else than what is installed.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { frontend } from '../paths.mjs';
import { progress } from '../progress.mjs';
import { run } from '../steps.mjs';

const { say, timed } = progress('setup');

const stamp = path.join(frontend, 'node_modules', '.moyan-lock-sha256');
// No package of the lock needs its install script, so none runs.
const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress'];

/** Runs `npm ci` when it is needed. Throws a StepError when it fails twice. */
export async function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(frontend, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lock) {
    return;
  }
  await timed("installing the frontend's packages, about half a minute", async () => {
    await npmCi().catch((error) => {
      say(`${error.message}; trying once more`);
      return npmCi();
    });
  });
  writeFileSync(stamp, `${lock}\n`);
}

function npmCi() {
  return run('npm', [...args, '--loglevel=error'], { cwd: frontend });
}
