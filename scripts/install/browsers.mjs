// Brings what the journeys need: a Chromium, a font with Chinese characters and, where it can, a Firefox.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nextAction } from '../browsers/plan.mjs';
import { probeBrowsers } from '../browsers/probe.mjs';
import { frontend } from '../paths.mjs';
import { progress } from '../progress.mjs';
import { StepError } from '../steps.mjs';
import { runLogged } from './run-logged.mjs';

const { say, timed } = progress('setup');

const machine = {
  isRoot: process.getuid?.() === 0,
  hasApt: spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0,
};

const actions = {
  apt: ({ packages }, folder) => aptInstall(packages, folder),
  download: (_, folder) => download(folder),
};

/**
 * Installs what is missing, and tries each browser.
 *
 * Throws a StepError that says what to do when the journeys cannot run here.
 */
export async function installBrowsers() {
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-setup-'));
  const tried = [];
  try {
    for (;;) {
      const next = nextAction({ ...(await probeBrowsers()), machine, tried });
      if (next.action === 'refuse') {
        throw new StepError(next.message);
      }
      if (next.action === 'go') {
        next.notes.forEach(say);
        return;
      }
      tried.push(next.action);
      await actions[next.action](next, folder).catch((error) => say(error.message));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs each package on its own, so that one that this Debian does not have keeps none back. */
async function aptInstall(packages, folder) {
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

function download(folder) {
  const playwright = path.join(frontend, 'node_modules', '.bin', 'playwright');
  return timed("no Chromium was found: downloading Playwright's", () =>
    runLogged(playwright, ['install', 'chromium'], {
      cwd: frontend,
      log: path.join(folder, 'playwright.log'),
    }),
  );
}
