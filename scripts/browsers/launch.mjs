// Starts browsers for scripts, with the packages of the frontend.

import { createRequire } from 'node:module';
import path from 'node:path';
import { frontend } from '../paths.mjs';
import { findChromium } from './find.mjs';

const require = createRequire(path.join(frontend, 'package.json'));

/** Chromium refuses its sandbox to root. */
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Starts the machine's Chromium, else Playwright's own; `args` are added to the command line. */
export function launchChromium({ args = [], ...options } = {}) {
  const { chromium } = require('@playwright/test');
  return chromium.launch({
    executablePath: findChromium(),
    args: [...sandbox, ...args],
    ...options,
  });
}

/** Starts the Firefox at `executablePath`. Playwright drives only a Firefox of its own making, puppeteer any. */
export function launchFirefox(executablePath, options = {}) {
  const { default: puppeteer } = require('puppeteer-core');
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true, ...options });
}
