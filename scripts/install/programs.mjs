// Brings programs that checks need, where Debian's packages can be installed.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onCi } from '../paths.mjs';
import { progress } from '../progress.mjs';
import { aptInstall, machine } from './apt.mjs';

const { say } = progress('setup');

/** Programs by their packages: `systemd-analyze` checks the units of deploy/. */
const always = { systemd: ['systemd-analyze'] };
/** What the run with faults needs. Installed, haproxy is a service too: nobody's own machine gets it. */
const ofCi = { haproxy: ['haproxy', '-v'], 'postgresql-client': ['psql'] };

/** Installs what is missing and can be had. The checks say so when something is not there. */
export async function installPrograms() {
  const missing = Object.entries({ ...always, ...(onCi ? ofCi : {}) })
    .filter(([, [program, flag = '--version']]) => spawnSync(program, [flag]).status !== 0)
    .map(([name]) => name);
  if (missing.length === 0 || !machine.isRoot || !machine.hasApt) {
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-setup-'));
  try {
    await aptInstall(missing, folder).catch((error) => say(error.message));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
