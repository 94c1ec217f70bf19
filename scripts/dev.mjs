// Runs the editor and the server for development and rebuilds what changes.
//
// Usage: node scripts/dev.mjs   (after scripts/setup; `make dev` does both)
//
// - The page: vite serves it, reloads it, and passes /api on to the server.
// - The engine: a change below engine-wasm rebuilds its module, the page reloads, and the server follows.
// - The database: a private PostgreSQL with its data below .dev, unless DATABASE_URL names another. It is seeded.
// - The server: a change below server rebuilds it; the running one is replaced only when that worked.
// Ctrl-C stops everything; nothing is left running.

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, watch } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cargoTarget, environment, frontend, root } from './paths.mjs';
import { startPostgres } from './postgres.mjs';
import { progress } from './progress.mjs';
import { StepError } from './steps.mjs';

/** Milliseconds to wait for more changes before building: editors save several files at once. */
const settleMs = 150;
/** Milliseconds that a process gets to stop before it is ended. */
const stopMs = 5000;

const children = new Set();
let stopping = false;

/** Starts a process in a group of its own, so that Ctrl-C reaches only this runner, which stops the rest in order. */
function start(program, args, env = {}) {
  // Where setpriv is there, the kernel ends the process even if this runner is killed outright.
  const wrapped = hasSetpriv
    ? ['setpriv', '--pdeathsig', 'TERM', program, ...args]
    : [program, ...args];
  const child = spawn(wrapped[0], wrapped.slice(1), {
    cwd: root,
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.add(child);
  child.ended = new Promise((resolve) => {
    child.on('error', (error) => {
      say(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(signal ?? code));
  }).then((status) => {
    children.delete(child);
    return status;
  });
  return child;
}

const hasSetpriv = spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0;

/** Asks a process and everything it started to stop, and ends them when they do not. */
async function stop(child) {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), stopMs);
  await child.ended;
  clearTimeout(timer);
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It ended by itself.
  }
}

const { say, timed } = progress('dev');

/** The wanted port when nobody listens there, else a free one. */
function freePort(wanted) {
  return new Promise((resolve) => {
    const socket = createSocket();
    socket.once('error', () => resolve(freePort(0)));
    socket.listen(wanted, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

/** Runs a build; true when it worked. */
async function build(program, args) {
  return !stopping && (await start(program, args).ended) === 0;
}

const buildEngine = () => build(process.execPath, ['scripts/build-wasm.mjs', '--dev']);
const buildServer = () => build('cargo', ['build', '--locked', '--quiet', '-p', 'moyan-server']);

/** Somebody else's database gets no account with a public password. */
const isSeeded = !process.env.DATABASE_URL;

let server;
const [serverPort, pagePort] = [await freePort(8080), await freePort(5173)];
/** Where the page is. Links in mails begin with it. */
const pageUrl = `http://127.0.0.1:${pagePort}`;
/** One secret for all servers of this run, so that a rebuild logs nobody out. */
const jwtSecret = randomBytes(32).toString('hex');
let database;

/** Replaces the running server by the one just built. The copy leaves cargo free to write a new one. */
async function swapServer() {
  if (server) {
    await stop(server);
  }
  if (stopping) {
    return;
  }
  const copy = path.join(root, '.dev', 'moyan');
  mkdirSync(path.dirname(copy), { recursive: true });
  copyFileSync(path.join(cargoTarget, 'debug', 'moyan'), copy);
  server = start(copy, ['serve'], {
    BIND: `127.0.0.1:${serverPort}`,
    MOYAN_ENV: process.env.MOYAN_ENV ?? 'development',
    DATABASE_URL: database.url,
    PUBLIC_URL: process.env.PUBLIC_URL ?? pageUrl,
    JWT_SECRET: process.env.JWT_SECRET ?? jwtSecret,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    // What `moyan seed` makes.
    DEMO_SITES: process.env.DEMO_SITES ?? (isSeeded ? 'handbook,handbook-en' : ''),
  });
}

/** Makes the demonstration account, the handbook and its sites in the private database, where they are missing. */
async function seed() {
  const copy = path.join(root, '.dev', 'moyan');
  const seeded = await start(copy, ['seed'], {
    MOYAN_ENV: process.env.MOYAN_ENV ?? 'development',
    DATABASE_URL: database.url,
  }).ended;
  if (seeded !== 0 && !stopping) {
    say('the demonstration was not seeded: see above');
  }
}

let renewing = Promise.resolve();

/** Builds the server and replaces the running one, one call at a time. */
function renewServer() {
  renewing = renewing.then(async () => {
    if (await buildServer()) {
      await swapServer();
      say('the new server runs');
    } else if (!stopping) {
      say('the server did not compile; the old one keeps running');
    }
  });
  return renewing;
}

/** Calls `rebuild` after changes below the folders, one call at a time; a change during a build is not lost. */
function onChange(folders, concerns, rebuild) {
  let timer;
  let running = Promise.resolve();
  const changed = (_event, file) => {
    if (file === null || concerns(file)) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(() => (stopping ? undefined : rebuild()));
      }, settleMs);
    }
  };
  for (const folder of folders) {
    watch(path.join(root, folder), { recursive: true }, changed);
  }
}

async function stopAll(status) {
  if (stopping) {
    return;
  }
  stopping = true;
  say('stopping');
  await vite?.close();
  await Promise.all([...children].map(stop));
  // Last, when nobody uses it any more.
  await database?.stop();
  process.exit(status);
}

let vite;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stopAll(0));
}

/** Builds for the first time: minutes when nothing is compiled, else seconds. */
function firstBuild(what, buildIt) {
  return timed(`building the ${what}`, async () => {
    if (!(await buildIt())) {
      throw new StepError(`the ${what} did not compile: see above`);
    }
  });
}

try {
  [database] = await Promise.all([
    startPostgres(),
    firstBuild('engine', buildEngine),
    firstBuild('server', buildServer),
  ]);
} catch (error) {
  if (!stopping) {
    say(error.message);
  }
  await stopAll(1);
}
await swapServer();
if (isSeeded) {
  await seed();
}

const { createServer } = await import(
  pathToFileURL(path.join(frontend, 'node_modules/vite/dist/node/index.js')).href
);
vite = await createServer({
  root: frontend,
  configFile: path.join(frontend, 'vite.config.ts'),
  server: {
    host: '127.0.0.1',
    port: pagePort,
    proxy: Object.fromEntries(
      ['/api', '/dev/outbox', '/media', '^/s/'].map((place) => [
        place,
        `http://127.0.0.1:${serverPort}`,
      ]),
    ),
  },
});
await vite.listen();

onChange(
  ['engine-wasm'],
  (file) => /(^|\/)(src|assets)\/|Cargo\.toml$/.test(file),
  async () => {
    say('the engine changed');
    if (await buildEngine()) {
      vite.ws.send({ type: 'full-reload' });
      say('the page has the new engine');
    } else if (!stopping) {
      say('the engine did not compile; the old one stays');
    }
    await renewServer();
  },
);
onChange(
  ['server', 'migrations'],
  (file) => /^src\/|Cargo\.toml$|\.sql$/.test(file),
  async () => {
    say('the server changed');
    await renewServer();
  },
);
say(
  `editor ${pageUrl}/md, mails ${pageUrl}/dev/outbox, server http://127.0.0.1:${serverPort}/api/docs, Ctrl-C stops all`,
);
