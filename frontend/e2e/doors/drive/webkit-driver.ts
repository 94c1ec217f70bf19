import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findWebKitDriver } from '../../../../scripts/browsers/find.mjs';
import type { Screen } from './webkit-screen';

/** A running `WebKitWebDriver` or `safaridriver`. It takes one session. */
export interface WebKitDriver {
  readonly url: string;
  readonly capabilities: Record<string, unknown>;
  readonly screen: Screen;
  close(): Promise<void>;
}

/** How long a driver may take until it answers, in milliseconds, and the pause between two questions. */
const START_MS = 30_000;
const ASK_EVERY_MS = 20;

/** Starts the driver on a free port; the browser that it starts appears on `screen`. */
export async function startWebKitDriver(screen: Screen): Promise<WebKitDriver> {
  const program = findWebKitDriver();
  if (program === undefined) throw new Error('This machine has no driver of WebKit');
  const isSafari = process.platform === 'darwin';
  const port = await freePort();
  // The browser is in the group of its driver, and none outlives this process.
  const [command, ...before] = isSafari ? [program] : ['setpriv', '--pdeathsig', 'KILL', program];
  const server = spawn(command ?? program, [...before, `--port=${port}`], {
    env: { ...process.env, ...screen.environment },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise((resolve) => server.on('exit', resolve).on('error', resolve));
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  const end = () => {
    if (server.pid === undefined || isOver) return;
    process.kill(-server.pid, 'SIGKILL');
  };
  process.on('exit', end);
  const close = async () => {
    end();
    process.off('exit', end);
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  if (!(await answers(url, () => isOver))) {
    await close();
    throw new Error(`${program} does not answer`);
  }
  const capabilities = { browserName: isSafari ? 'safari' : 'MiniBrowser' };
  return { url, capabilities, screen, close };
}

async function answers(url: string, isOver: () => boolean): Promise<boolean> {
  const last = Date.now() + START_MS;
  while (Date.now() < last && !isOver()) {
    const response = await fetch(`${url}/status`).catch(() => undefined);
    if (response?.ok) return true;
    await pause(ASK_EVERY_MS);
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
