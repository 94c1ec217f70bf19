// Brings systemd-analyze, with which the units of deploy/ are checked, where Debian's packages can be installed.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { progress } from '../progress.mjs';
import { aptInstall, machine } from './apt.mjs';

const { say } = progress('setup');

/** Installs it when it is missing and can be had. The check says so when it is not there. */
export async function installSystemd() {
  const { status } = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
  if (status === 0 || !machine.isRoot || !machine.hasApt) {
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-setup-'));
  try {
    await aptInstall(['systemd'], folder).catch((error) => say(error.message));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
