// Installs packages of Debian, where the user may.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { progress } from '../progress.mjs';
import { runLogged } from './run-logged.mjs';

const { say, timed } = progress('setup');

/** Whether packages can be installed here: `isRoot` and `hasApt`. */
export const machine = {
  isRoot: process.getuid?.() === 0,
  hasApt: spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0,
};

/**
 * Installs each package on its own, so that one that this Debian does not have keeps none back.
 *
 * - `folder`: where the log of apt is kept while it runs.
 * - Says what could not be installed, and does not fail.
 */
export async function aptInstall(packages, folder) {
  const apt = (...args) =>
    runLogged('apt-get', ['-qq', '-o', 'Acquire::Retries=3', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      log: path.join(folder, 'apt.log'),
    });
  await timed('asking apt for its packages', () => apt('update'));
  for (const name of packages) {
    await timed(`installing ${name} with apt-get`, () =>
      apt('install', '-y', '--no-install-recommends', name),
    ).catch((error) => say(error.message));
  }
}
