// A database is restored to a moment before a mistake, from a base backup and the archive of its log (WAL).
//
// Usage: node scripts/restore-to-a-moment.mjs   (after `cargo build -p moyan-server`)
//
// It takes Debian's packages postgresql and postgresql-client. Everything that docs/operating.md tells an operator to do
// is done here: archive, base backup, recovery. It prints the seconds of the recovery, and fails when the restored
// database lacks what was written before the moment, or has what came after it.

import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cargoTarget } from './paths.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { StepError } from './steps.mjs';

/** Milliseconds within which a segment of the log is archived, and a recovery ends. */
const waitMs = 60_000;
const program = path.join(cargoTarget, 'debug', 'moyan');
const execute = promisify(execFile);

/** Runs a program of PostgreSQL against a database. */
async function postgres(database, name, args) {
  const { port, password } = database;
  const { stdout } = await execute(path.join(database.bin, name), args, {
    env: {
      ...process.env,
      ...{ PGHOST: '127.0.0.1', PGPORT: String(port), PGDATABASE: 'postgres' },
      ...{ PGUSER: 'moyan', PGPASSWORD: password },
    },
  });
  return stdout.trim();
}

const ask = (database, sql) =>
  postgres(database, 'psql', ['--no-align', '--tuples-only', '-c', sql]);

/** Waits until a question to the database is answered with `t`. */
async function until(database, sql) {
  for (const end = Date.now() + waitMs; (await ask(database, sql)) !== 't'; await sleep(50)) {
    if (Date.now() > end) throw new StepError(`it does not become true: ${sql}`);
  }
}

const settings = async () => ({ port: await freePort(), full_page_writes: 'on' });

/** A database whose log is archived into a folder beside its data. */
async function startArchived() {
  const database = await startPostgres('postgres-archived', {
    isFresh: true,
    isOfMachine: true,
    settings: {
      ...(await settings()),
      wal_level: 'replica',
      max_wal_senders: 5,
      archive_mode: 'on',
      archive_timeout: '1min',
    },
  });
  if (!database.data) {
    throw new StepError('DATABASE_URL is set: the database must be private');
  }
  const archive = path.join(path.dirname(database.data), 'archive');
  rmSync(archive, { recursive: true, force: true });
  mkdirSync(archive, { mode: 0o700 });
  // Where the database runs in another account, that writes the archive.
  const { uid, gid } = statSync(database.data);
  chownSync(archive, uid, gid);
  // A segment that is there is never overwritten, and has its name when it is whole.
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/.%f && mv ${archive}/.%f ${archive}/%f`;
  await ask(database, `ALTER SYSTEM SET archive_command = '${command}'`);
  await ask(database, 'SELECT pg_reload_conf()');
  return { database, archive };
}

async function createUser(database, name) {
  const args = ['user', 'create', `${name}@example.com`, '--nickname', name];
  const child = execute(program, args, {
    env: { ...process.env, MOYAN_ENV: 'development', DATABASE_URL: database.url },
  });
  child.child.stdin.end('a good password\n');
  await child;
}

const users = (database) =>
  ask(database, "SELECT string_agg(nickname, ' ' ORDER BY nickname) FROM users");

/** Restores a database to a moment before a mistake, and throws a StepError where it is not as it was. */
export async function tryRestoreToAMoment() {
  const { database, archive } = await startArchived();
  let restored;
  try {
    // The first command makes the tables.
    await createUser(database, 'before-the-base');

    const base = path.join(path.dirname(database.data), 'base');
    rmSync(base, { recursive: true, force: true });
    await postgres(database, 'pg_basebackup', ['-D', base, '--checkpoint=fast']);
    await postgres(database, 'pg_verifybackup', [base]);

    await createUser(database, 'after-the-base');
    const moment = await ask(database, 'SELECT clock_timestamp()');
    // The mistake, and what was written before anybody noticed.
    await ask(database, "DELETE FROM teams; DELETE FROM users WHERE nickname = 'before-the-base'");
    await createUser(database, 'after-the-mistake');
    const segment = await ask(database, 'SELECT pg_walfile_name(pg_switch_wal())');
    await until(database, `SELECT last_archived_wal >= '${segment}' FROM pg_stat_archiver`);
    await database.stop();

    const beganAt = Date.now();
    restored = await startPostgres('postgres-recovered', {
      isOfMachine: true,
      recoveryOf: { data: base, password: database.password },
      settings: {
        ...(await settings()),
        wal_level: 'replica',
        max_wal_senders: 5,
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: moment,
        recovery_target_action: 'promote',
      },
    });
    await until(restored, 'SELECT NOT pg_is_in_recovery()');
    const seconds = (Date.now() - beganAt) / 1000;

    const found = await users(restored);
    console.log(`restored to ${moment} in ${seconds.toFixed(1)} s: ${found}`);
    if (found !== 'after-the-base before-the-base') {
      throw new StepError('the database is not as it was at the moment');
    }
    // And the program works with it.
    await createUser(restored, 'after-the-restore');
  } finally {
    await Promise.all([database.stop(), restored?.stop()]);
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    await tryRestoreToAMoment();
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
