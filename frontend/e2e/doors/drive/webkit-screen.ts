import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { DOWNLOADS } from './engine';

const run = promisify(execFile);

/** Where windows of WebKit appear, and the clipboard that they share. */
export interface Screen {
  /** What programs on the screen find in their environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** For files of the browsers on it. */
  readonly folder: string;
  clipboard(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

const TYPES = ['text/html', 'text/plain'];

/** A screen of a worker of its own, because each X display has one clipboard; a Mac has its own screen. */
export async function startScreen(): Promise<Screen> {
  const folder = await mkdtemp(path.join(tmpdir(), 'moyan-screen-'));
  await mkdir(path.join(folder, DOWNLOADS));
  const remove = () => rm(folder, { recursive: true, force: true });
  if (process.platform === 'darwin') {
    return { environment: {}, folder, clipboard: clipboardOfMac, close: remove };
  }
  await writeSettings(folder);
  const server = spawn(
    'setpriv',
    [
      ...['--pdeathsig', 'KILL', 'Xvfb', '-displayfd', '3', '-nolisten', 'tcp'],
      ...['-screen', '0', '1920x1200x24'],
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => server.on('exit', resolve).on('error', resolve));
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once('data', (line) => resolve(String(line).trim()));
    ended.then(() => reject(new Error('Xvfb did not start')));
  });
  const environment = environmentOf(`:${number}`, folder);
  return {
    environment,
    folder,
    clipboard: () => clipboardOfDisplay(environment),
    close: async () => {
      server.kill();
      await ended;
      await remove();
    },
  };
}

function environmentOf(display: string, folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    // Another one would be reported as the language itself.
    LANG: 'C',
    LC_ALL: 'C',
    G_FILENAME_ENCODING: 'UTF-8',
    // No bus of a desktop is asked.
    NO_AT_BRIDGE: '1',
    // WebKit refuses its sandbox to root, as Chromium does.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
  };
}

/** The bar of the test browser would keep its window wider than a phone. */
async function writeSettings(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'gtk-3.0'));
  const narrow = 'min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0;';
  const css = `toolbar, toolbar *, button, entry, image { ${narrow} font-size: 1px; }`;
  await writeFile(path.join(folder, 'gtk-3.0', 'gtk.css'), css);
  await writeFile(
    path.join(folder, 'user-dirs.dirs'),
    `XDG_DOWNLOAD_DIR="${path.join(folder, DOWNLOADS)}"\n`,
  );
}

async function clipboardOfDisplay(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const read = async (type: string) => {
    const options = { env, maxBuffer: 64 * 1024 * 1024 };
    return (await run('xclip', ['-selection', 'clipboard', '-t', type, '-o'], options)).stdout;
  };
  const offered = (await read('TARGETS')).split('\n');
  const parts: Record<string, string> = {};
  // Any other charset than UTF-8 would lose Chinese letters.
  for (const type of TYPES.filter((name) => offered.includes(name))) {
    parts[type] = await read(type === 'text/plain' ? 'UTF8_STRING' : type);
  }
  return parts;
}

async function clipboardOfMac(): Promise<Record<string, string>> {
  const plain = await run('pbpaste', []);
  // Printed as «data HTML3C62…».
  const html = await run('osascript', ['-e', 'the clipboard as «class HTML»']).catch(
    () => undefined,
  );
  const hex = /«data HTML([0-9A-F]*)»/.exec(html?.stdout ?? '')?.[1];
  return {
    'text/plain': plain.stdout,
    ...(hex === undefined ? {} : { 'text/html': Buffer.from(hex, 'hex').toString() }),
  };
}
