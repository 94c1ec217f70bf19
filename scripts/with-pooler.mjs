// Runs a program with a private PostgreSQL and a PgBouncer before it that pools transactions. DATABASE_URL names the
// database itself, TEST_POOLER the pooler's host and port: the tests of the API then send their server's queries there.
//
// Usage: node scripts/with-pooler.mjs cargo test -p moyan-server --test api
//
// Needs Debian's package `pgbouncer`, or PGBOUNCER with the path of the program.

import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, nobody, withPostgres } from './postgres.mjs';
import { run, StepError } from './steps.mjs';

/** Milliseconds to wait until the pooler listens. */
const startMs = 10_000;
const isRoot = process.getuid?.() === 0;

/**
 * Starts a PgBouncer that pools transactions before the database at `url`.
 *
 * - Returns `{ address, stop }`, the address as `host:port`.
 * - Throws a StepError when there is none, or with its log when it does not start.
 */
export async function startPooler(url) {
  const program = process.env.PGBOUNCER ?? 'pgbouncer';
  if (spawnSync(program, ['--version']).status !== 0) {
    throw new StepError('PgBouncer is missing: apt-get install pgbouncer, or name it in PGBOUNCER');
  }
  const { username, password, hostname, port: databasePort } = new URL(url);
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-pooler-'));
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  const config = path.join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 4000
max_db_connections = 0
server_idle_timeout = 5
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`,
    { mode: 0o600 },
  );
  for (const file of [folder, users, config]) {
    if (isRoot) {
      chownSync(file, nobody, nobody);
    }
  }
  // It refuses to run as root.
  const user = isRoot ? ['--user=nobody'] : [];
  const pooler = spawn(program, [...user, config], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => pooler.kill('SIGKILL');
  process.on('exit', end);
  await listening(pooler);
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', end);
      const ended = new Promise((resolve) => pooler.on('exit', resolve));
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listening(pooler) {
  let log = '';
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new StepError(`PgBouncer does not start:\n${log}`));
    const timer = setTimeout(refuse, startMs);
    pooler.on('error', refuse);
    pooler.on('exit', refuse);
    pooler.stderr.on('data', (chunk) => {
      // Read to its end for ever, so that the pooler never waits for a reader.
      log = `${log}${chunk}`.slice(-4000);
      if (log.includes('process up')) {
        clearTimeout(timer);
        resolve();
      }
    });
  });
}

/** Starts database and pooler, calls `use(url, pooler)` and stops both. */
export function withPooler(name, use) {
  const between = async (url) => {
    const pooler = await startPooler(url);
    try {
      return await use(url, pooler.address);
    } finally {
      await pooler.stop();
    }
  };
  return withPostgres(name, between, { isInMemory: true });
}

if (process.argv[1] === import.meta.filename) {
  const [program, ...args] = process.argv.slice(2);
  if (!program) {
    console.error('usage: node scripts/with-pooler.mjs PROGRAM [ARGUMENTS]');
    process.exit(2);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => process.exit(1));
  }
  try {
    await withPooler('postgres-pooled', (url, address) =>
      run(program, args, { env: { DATABASE_URL: url, TEST_POOLER: address } }),
    );
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
