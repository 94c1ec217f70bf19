// Installs the frontend's packages when the lock file says something else than what is installed.
//
// Usage: node scripts/npm-install.mjs

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { frontend } from './paths.mjs';

const stamp = path.join(frontend, 'node_modules', '.moyan-lock-sha256');
const lock = createHash('sha256')
  .update(readFileSync(path.join(frontend, 'package-lock.json')))
  .digest('hex');

function installed() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lock;
}

function install() {
  // No package of the lock needs its install script, so none runs.
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const args = ['ci', '--ignore-scripts', ...quiet];
  return spawnSync('npm', args, { cwd: frontend, stdio: 'inherit' }).status === 0;
}

if (!installed()) {
  console.log("setup: installing the frontend's packages");
  if (!install()) {
    console.log('setup: npm ci failed; trying once more');
    if (!install()) {
      console.error("setup: the frontend's packages could not be installed: see npm's lines above");
      process.exit(1);
    }
  }
  writeFileSync(stamp, `${lock}\n`);
}
