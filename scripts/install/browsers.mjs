// Brings what the journeys need: a Chromium, a font with Chinese characters and, where it can, a Firefox.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nextAction } from '../browsers/plan.mjs';
import { probeBrowsers } from '../browsers/probe.mjs';
import { frontend } from '../paths.mjs';
import { progress } from '../progress.mjs';
import { StepError } from '../steps.mjs';
import { aptInstall, machine } from './apt.mjs';
import { runLogged } from './run-logged.mjs';

const { say, timed } = progress('setup');

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

function download(folder) {
  const playwright = path.join(frontend, 'node_modules', '.bin', 'playwright');
  return timed("no Chromium was found: downloading Playwright's", () =>
    runLogged(playwright, ['install', 'chromium'], {
      cwd: frontend,
      log: path.join(folder, 'playwright.log'),
    }),
  );
}
