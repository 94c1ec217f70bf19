// The two tools of the frontend that the benchmark borrows. It has no packages of its own.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Folder of the frontend, with a slash at the end. */
export const frontend = fileURLToPath(new URL('../../frontend/', import.meta.url));

const require = createRequire(`${frontend}package.json`);

/** A file of one of the frontend's packages. */
export const packageFile = (name) => require.resolve(name);

/** Vite's JavaScript interface. */
export const loadVite = () => import(pathToFileURL(packageFile('vite')).href);

/**
 * Starts the one Chromium in which everything is measured.
 *
 * - `CHROMIUM`: path of the browser; by default Debian's, or else the one that Playwright brought.
 */
export async function launchChromium() {
  const { chromium } = require('@playwright/test');
  const wanted = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({
    ...(existsSync(wanted) ? { executablePath: wanted } : {}),
    args: ['--no-sandbox', '--enable-blink-features=ForceEagerMeasureMemory'],
  });
}
