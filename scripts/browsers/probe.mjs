// Tries the browsers before anything depends on them: each starts and draws a page.

import { stripVTControlCharacters } from 'node:util';
import { findChromium, findFirefox, findWebKitDriver } from './find.mjs';
import { launchChromium, launchFirefox } from './launch.mjs';
import { startDisplay, startWebKit } from './webkit.mjs';

/** Milliseconds for starting a browser and drawing one page, on a busy machine. */
const limitMs = 90_000;
/** What an article shows: characters for which a browser searches all fonts. */
const page = '<!doctype html><meta charset="utf-8"><p>墨砚：你好，世界 😀 <b>Moyan</b></p>';

/**
 * What can be said of the browsers of this machine.
 *
 * Returns `{ chromium, firefox, webkit }`, each `{ state, path, reason }`:
 * - `state`: `ready`; `missing`; `off`, its variable is empty; `broken`, it does not start or draw, or is too old; `noChinese`, it has no Chinese font.
 * - `path`: the program; undefined for Playwright's own Chromium.
 * - `reason`: of a broken one, the first lines of what it said.
 * - `takesExtensions`: of a Chromium that is there, whether it or another one does.
 */
export async function probeBrowsers() {
  return {
    chromium: await probeChromium(),
    firefox: await probeFirefox(),
    webkit: await probeWebKit(),
  };
}

async function probeChromium() {
  let program;
  try {
    program = findChromium();
    const drawsChinese = await draw(launchChromium({ timeout: limitMs }));
    // Playwright's own takes them.
    const takesExtensions =
      program === undefined || findChromium({ takesExtensions: true }) !== undefined;
    return { state: drawsChinese ? 'ready' : 'noChinese', path: program, takesExtensions };
  } catch (error) {
    const isMissing = program === undefined && error.message.includes("Executable doesn't exist");
    return isMissing ? { state: 'missing' } : broken(program, error);
  }
}

async function probeFirefox() {
  let program;
  try {
    program = findFirefox();
    if (program === undefined) {
      return { state: process.env.FIREFOX_PATH === '' ? 'off' : 'missing' };
    }
    // As the journeys do: an older Firefox starts and cannot do it.
    await draw(launchFirefox(program, { timeout: limitMs }), (tab) =>
      tab.setViewport({ width: 1440, height: 900 }),
    );
    return { state: 'ready', path: program };
  } catch (error) {
    return broken(program, error);
  }
}

async function probeWebKit() {
  let program;
  try {
    program = findWebKitDriver();
    if (program === undefined) {
      return { state: process.env.WEBKIT_DRIVER_PATH === '' ? 'off' : 'missing' };
    }
    const display = await startDisplay();
    try {
      await drawInWebKit(program, display);
    } finally {
      await display.close();
    }
    return { state: 'ready', path: program };
  } catch (error) {
    return broken(program, error);
  }
}

async function drawInWebKit(program, display) {
  const { driver, close } = await startWebKit(program, display);
  try {
    await driver.get(`data:text/html,${encodeURIComponent(page)}`);
    await driver.takeScreenshot();
  } finally {
    await close();
  }
}

/** Draws the page, after `prepare(tab)`, and closes the browser; true when two Chinese characters look different. */
async function draw(launching, prepare = async () => {}) {
  const browser = await launching;
  try {
    const tab = await browser.newPage();
    await prepare(tab);
    await tab.setContent(page);
    await tab.screenshot();
    return await tab.evaluate(hasChineseFont);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. Without a font Chromium draws the same empty box for every character. */
function hasChineseFont() {
  const pictures = [...'墨砚'].map((character) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const context = canvas.getContext('2d');
    context.font = '48px sans-serif';
    context.fillText(character, 8, 52);
    return canvas.toDataURL();
  });
  return pictures[0] !== pictures[1];
}

function broken(program, error) {
  return { state: 'broken', path: program, reason: firstLines(error.message) };
}

/** Without the colors that Playwright gives its messages. */
function firstLines(text) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .join('\n');
}

if (process.argv[1] === import.meta.filename) {
  console.log(JSON.stringify(await probeBrowsers(), undefined, 2));
}
