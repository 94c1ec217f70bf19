// Starts what drives WebKit for tests: WebKitGTK on an X display of its own, or Safari.

import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { frontend } from '../paths.mjs';

const run = promisify(execFile);
const require = createRequire(path.join(frontend, 'package.json'));

/** How long a program may take until it answers, in milliseconds, and the pause between two questions. */
const startMs = 60_000;
const askEveryMs = 20;

/** That of the product's readers. */
const locale = 'zh_CN.UTF-8';
const localesFolder = 'locales';

const types = ['text/html', 'text/plain'];
/** On Linux a program dies with the one that started it, however that ends. */
const dying = ['setpriv', '--pdeathsig', 'KILL'];

/**
 * A display for windows of WebKit: each has one clipboard, so each worker of the tests has a display of its own.
 *
 * Returns `{ environment, folder, clipboard(), close() }`: what programs on it find in their environment, a folder for
 * their files with `Downloads` in it, and what lies on the clipboard by type. A Mac has its own display.
 */
export async function startDisplay() {
  const folder = await mkdtemp(path.join(tmpdir(), 'moyan-webkit-'));
  await mkdir(path.join(folder, 'Downloads'));
  const remove = () => rm(folder, { recursive: true, force: true });
  if (process.platform === 'darwin') {
    return { environment: process.env, folder, clipboard: clipboardOfMac, close: remove };
  }
  await Promise.all([writeSettings(folder), writeLocale(folder)]);
  const screen = ['-screen', '0', '1920x1200x24'];
  const [command, ...before] = dying;
  const server = spawn(
    command,
    [...before, 'Xvfb', '-displayfd', '3', '-nolisten', 'tcp', ...screen],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended = endOf(server);
  const close = async () => {
    server.kill();
    await ended;
    await remove();
  };
  try {
    const number = await new Promise((resolve, reject) => {
      server.stdio[3].once('data', (line) => resolve(String(line).trim()));
      ended.then(() => reject(new Error('Xvfb did not start')));
    });
    const environment = environmentOf(`:${number}`, folder);
    return { environment, folder, clipboard: () => clipboardOf(environment), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts a driver and its browser, which begins without a profile.
 *
 * - `program`: `WebKitWebDriver` or `safaridriver`. `display`: where the window appears.
 *
 * Returns `{ driver, close() }`: a session of selenium-webdriver.
 */
export async function startWebKit(program, display) {
  const { Builder } = require('selenium-webdriver');
  const isSafari = path.basename(program) === 'safaridriver';
  const port = await freePort();
  const [command, ...args] = [...(isSafari ? [] : dying), program, `--port=${port}`];
  // The browser is in the group of its driver.
  const server = spawn(command, args, {
    env: display.environment,
    stdio: 'ignore',
    detached: true,
  });
  const ended = endOf(server);
  const isRunning = () => server.pid !== undefined && server.exitCode === null && !server.killed;
  const end = () => isRunning() && process.kill(-server.pid, 'SIGKILL');
  process.on('exit', end);
  const close = async () => {
    end();
    process.off('exit', end);
    await ended;
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    await answers(url, isRunning);
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities({ browserName: isSafari ? 'safari' : 'MiniBrowser' })
      .build();
    return {
      driver,
      close: () =>
        driver
          .quit()
          .catch(() => undefined)
          .then(close),
    };
  } catch (error) {
    await close();
    throw new Error(`${program}: ${error.message}`);
  }
}

function endOf(child) {
  return new Promise((resolve) => child.on('exit', resolve).on('error', resolve));
}

function environmentOf(display, folder) {
  return {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    // What pages are told of the reader's languages.
    LOCPATH: path.join(folder, localesFolder),
    LANG: locale,
    LC_ALL: locale,
    // Keys are typed as they are: no input method stands between.
    GTK_IM_MODULE: 'gtk-im-context-simple',
    // No desktop is asked for its accessibility.
    NO_AT_BRIDGE: '1',
    // WebKit refuses its sandbox to root, as Chromium does.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
  };
}

/** Few machines have a Chinese locale ready. */
async function writeLocale(folder) {
  await mkdir(path.join(folder, localesFolder));
  const [language, charset] = locale.split('.');
  try {
    await run('localedef', [
      '-i',
      language,
      '-f',
      charset,
      path.join(folder, localesFolder, locale),
    ]);
  } catch (error) {
    throw new Error(`localedef, of Debian's package locales: ${error.message}`);
  }
}

/** The bar above the page would keep the window wider than a phone. */
async function writeSettings(folder) {
  await mkdir(path.join(folder, 'gtk-3.0'));
  const narrow = 'min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0;';
  const css = `toolbar, toolbar *, button, entry, image { ${narrow} font-size: 1px; }`;
  await writeFile(path.join(folder, 'gtk-3.0', 'gtk.css'), css);
  const downloads = `XDG_DOWNLOAD_DIR="${path.join(folder, 'Downloads')}"\n`;
  await writeFile(path.join(folder, 'user-dirs.dirs'), downloads);
}

async function clipboardOf(env) {
  const read = async (type) => {
    const options = { env, maxBuffer: 64 * 1024 * 1024 };
    return (await run('xclip', ['-selection', 'clipboard', '-t', type, '-o'], options)).stdout;
  };
  const offered = (await read('TARGETS')).split('\n');
  const parts = {};
  for (const type of types.filter((name) => offered.includes(name))) {
    // In the charset of `text/plain` Chinese letters would be lost.
    parts[type] = await read(type === 'text/plain' ? 'UTF8_STRING' : type);
  }
  return parts;
}

async function clipboardOfMac() {
  const plain = await run('pbpaste', []);
  const html = await run('osascript', ['-e', 'the clipboard as «class HTML»']).catch(() => ({}));
  // Printed as «data HTML3C62…».
  const hex = /«data HTML([0-9A-F]*)»/.exec(html.stdout ?? '')?.[1];
  return {
    'text/plain': plain.stdout,
    ...(hex === undefined ? {} : { 'text/html': Buffer.from(hex, 'hex').toString() }),
  };
}

async function answers(url, isRunning) {
  const last = Date.now() + startMs;
  while (Date.now() < last && isRunning()) {
    const response = await fetch(`${url}/status`).catch(() => undefined);
    if (response?.ok) return;
    await pause(askEveryMs);
  }
  throw new Error('the driver does not answer');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
