// What is put under faults: two servers behind HAProxy, each with a proxy to each of two databases, one folder of files,
// and the stand-in of all payment providers.

import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startPair } from '../failover.mjs';
import { cargoTarget, root } from '../paths.mjs';
import { startPaymentProviders } from '../payment-providers/server.mjs';
import { freePort } from '../postgres.mjs';
import { run, StepError } from '../steps.mjs';
import { startBalancer } from '../two-servers.mjs';
import { startServer } from '../with-server.mjs';
import { startProxy } from './proxy.mjs';

/** Seconds for which sites may be shown while the database is away: short, so that a run sees their end. */
export const staleS = { open: 60, ruled: 8 };
/** Bytes of the folder for temporary files. */
const tmpBytes = 4_000_000;
const folder = path.join(root, '.dev', 'chaos');
const tmpFolders = [path.join(folder, 'tmp-0'), path.join(folder, 'tmp-1')];

/**
 * Starts all of it over a seeded database; `synchronous` as for `startPair`, `profile` of the program's build.
 *
 * - `servers`: each `{ address, pid, toPrimary, toStandby, kill, start, tmp }`; `tmp` is undefined where nothing can be
 *   mounted.
 * - `balancer`, `providers`, `pair`, `files`: the folder of files.
 * - `query(sql)`: rows of the database that won, as objects; `execute(sql)` tells it to change something.
 * - Throws a StepError when a part is missing or does not start.
 */
export async function startSystem({ synchronous, profile = 'debug' } = {}) {
  if (spawnSync('psql', ['--version']).status !== 0) {
    throw new StepError('psql is missing: apt-get install postgresql-client');
  }
  const ends = [];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    return { ...(await startParts(ends, synchronous, profile)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(ends, synchronous, profile) {
  const program = path.join(cargoTarget, profile, 'moyan');
  // A run that was killed leaves its mounts.
  for (const at of tmpFolders) unmount(at);
  rmSync(folder, { recursive: true, force: true });
  const files = path.join(folder, 'files');
  mkdirSync(files, { recursive: true });

  // Unlike the databases of tests, these wait for the disk.
  const more = { fsync: 'on', full_page_writes: 'on' };
  const pair = await startPair('postgres-chaos', { more, synchronous });
  ends.push(() => Promise.all([pair.primary.stop(), pair.standby.stop()]));
  await run(program, ['seed'], {
    env: { MOYAN_ENV: 'development', DATABASE_URL: pair.url, FILES_DIR: files, LOG_LEVEL: 'warn' },
  });

  const providers = await startPaymentProviders();
  ends.push(() => providers.close());
  const ports = [await freePort(), await freePort()];
  const variables = {
    ...providers.variables,
    STATIC_DIR: '',
    // Whatever port a request names: that of the balancer, or the server's own.
    PUBLIC_URL: 'http://127.0.0.1:0',
    FILES_DIR: files,
    JWT_SECRET: 'x'.repeat(32),
    MERCHANT_KEYS_SECRET: 'y'.repeat(32),
    TRUSTED_PROXIES: '127.0.0.1',
    STALE_SITES_S: String(staleS.open),
    STALE_RULED_SITES_S: String(staleS.ruled),
    // The balancer asks five times a second.
    SHUTDOWN_DRAIN_S: '1',
  };
  const servers = [];
  for (const [index, port] of ports.entries()) {
    const toPrimary = await startProxy(pair.primary.port);
    const toStandby = await startProxy(pair.standby.port);
    ends.push(() => Promise.all([toPrimary.stop(), toStandby.stop()]));
    const tmp = mountTmp(tmpFolders[index], ends);
    const url = new URL(pair.primary.url);
    const database = `postgres://moyan:${url.password}@127.0.0.1:${toPrimary.port},127.0.0.1:${toStandby.port}/postgres`;
    const server = { toPrimary, toStandby, tmp };
    server.start = async () => {
      const own = { BIND: `127.0.0.1:${port}`, ...(tmp ? { TMPDIR: tmp } : {}) };
      Object.assign(server, await startServer(program, database, { ...variables, ...own }));
    };
    await server.start();
    ends.push(() => server.kill());
    servers.push(server);
  }
  const balancer = await startBalancer(ports, { serverTimeoutS: 14 });
  ends.push(() => balancer.stop());
  providers.tell(balancer.address);
  return {
    ...{ servers, balancer, providers, pair, files },
    ...psqlOf(addressOf(pair)),
  };
}

/** A small file system in memory at a folder; undefined where this may not mount one. */
function mountTmp(at, ends) {
  mkdirSync(at, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${tmpBytes}`, 'moyan-chaos', at];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return undefined;
  const end = () => unmount(at);
  process.on('exit', end);
  ends.push(end);
  return at;
}

const unmount = (at) => spawnSync('umount', ['--lazy', at], { stdio: 'ignore' });

/** The addresses of both databases as one, of which the one that takes changes is used. */
function addressOf({ primary, standby }) {
  const { password } = new URL(primary.url);
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
  return `postgres://moyan:${password}@${hosts}/postgres?target_session_attrs=read-write&connect_timeout=5`;
}

/**
 * What speaks to a database at an address, through `psql`.
 *
 * - `execute(sql)` tells it to change something, in one transaction, and returns what `psql` prints.
 * - `query(sql)`: rows as objects.
 */
export function psqlOf(address) {
  const { 1: user, 2: password, 3: rest } = /^postgres:\/\/(\w+):([^@]+)@(.*)$/.exec(address);
  const execute = async (sql) => {
    const args = [`postgres://${user}@${rest}`, '-AtXc', sql];
    const { stdout } = await promisify(execFile)('psql', args, {
      // Others see the arguments of a program.
      env: { ...process.env, PGPASSWORD: password },
      maxBuffer: 100_000_000,
    });
    return stdout;
  };
  const query = async (sql) =>
    JSON.parse(await execute(`SELECT COALESCE(json_agg(row), '[]') FROM (${sql}) AS row`));
  return { execute, query };
}
