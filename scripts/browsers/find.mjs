// Finds the browsers of the machine that tests, measurements and screenshots run in.

import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

const shell = 'chromium-headless-shell';
const chromiumNames = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const firefoxNames = ['firefox-esr', 'firefox'];
const besideWebKitGtk = ['Xvfb', 'xclip', 'setpriv'];
/** What a Chinese locale is made of. */
const sourceOfLocale = '/usr/share/i18n/locales/zh_CN';
const folders = [
  '/usr/bin',
  '/usr/local/bin',
  '/usr/lib/chromium',
  '/snap/bin',
  '/opt/google/chrome',
];
const applications = '/Applications';

/**
 * A Chromium or Chrome: the one that CHROMIUM_PATH names, else one in a usual place.
 *
 * - `takesExtensions`: the headless shell, which is quicker and takes none, is passed over.
 *
 * Undefined when the machine has none; Playwright then starts its own, if that is installed.
 * Throws when CHROMIUM_PATH names no program.
 */
export function findChromium({ takesExtensions = false } = {}) {
  const names = chromiumNames.filter((name) => !takesExtensions || name !== shell);
  return find('CHROMIUM_PATH', names, [
    `${applications}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${applications}/Chromium.app/Contents/MacOS/Chromium`,
  ]);
}

/**
 * A Firefox: the one that FIREFOX_PATH names, else one in a usual place.
 *
 * Undefined when the machine has none or FIREFOX_PATH is empty; the doors in Firefox are then left out.
 * Throws when FIREFOX_PATH names no program.
 */
export function findFirefox() {
  return process.env.FIREFOX_PATH === ''
    ? undefined
    : find('FIREFOX_PATH', firefoxNames, [`${applications}/Firefox.app/Contents/MacOS/firefox`]);
}

/**
 * The program that drives WebKit for tests: the one that WEBKIT_DRIVER_PATH names, else WebKitGTK's.
 *
 * Undefined when the machine has none, when it lacks the display, the clipboard and the locale that WebKitGTK needs, or when
 * WEBKIT_DRIVER_PATH is empty; what runs in WebKit is then left out. Safari's driver has to be named, because it has to be
 * allowed first (`safaridriver --enable`).
 * Throws when WEBKIT_DRIVER_PATH names no program.
 */
export function findWebKitDriver() {
  const isLeftOut = process.env.WEBKIT_DRIVER_PATH === '';
  const driver = isLeftOut ? undefined : find('WEBKIT_DRIVER_PATH', ['WebKitWebDriver'], []);
  const isComplete =
    process.platform === 'darwin' ||
    (existsSync(sourceOfLocale) && besideWebKitGtk.every((name) => inUsualPlaces([name])));
  return isComplete ? driver : undefined;
}

function find(variable, names, others) {
  const named = process.env[variable];
  if (named) {
    if (!isExecutable(named)) {
      throw new Error(`${variable}=${named}: no such program`);
    }
    return named;
  }
  return inUsualPlaces(names) ?? others.find(isExecutable);
}

function inUsualPlaces(names) {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap((name) =>
    [...folders, ...onPath].map((folder) => path.join(folder, name)),
  );
  return candidates.find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
