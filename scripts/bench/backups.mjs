// How long a backup and a restore of a database of documents take.
//
// Usage: node scripts/bench/backups.mjs [MB] [PROGRAM]
//
// It fills a private database with generated rows of so many MB (1000): most of it revisions of documents, a tenth small
// rows of the audit log. It prints seconds and sizes of a backup in one file and of its restore. PROGRAM is the built
// `moyan`, by default that of `cargo build --release -p moyan-server`. Debian's postgresql-client is needed.

import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cargoTarget, root } from '../paths.mjs';
import { withPostgres } from '../postgres.mjs';
import { rowsSql } from './rows.mjs';

const execute = promisify(execFile);
const [megabytes = '1000', program = path.join(cargoTarget, 'release', 'moyan')] =
  process.argv.slice(2);
/** KB of a text, of which each document has nine more as revisions. */
const textKb = 20;
const nDocuments = Math.ceil((Number(megabytes) * 900) / textKb / 10);
/** Bytes of an entry of the audit log. */
const entryBytes = 250;
const nEntries = Math.ceil((Number(megabytes) * 1e5) / entryBytes);
const folder = path.join(root, '.dev', 'backups');

const fill = rowsSql({ nDocuments, nRevisions: 9, textKb, nEntries });

/** Runs the program on a database and prints what it took. */
async function measured(what, url, args) {
  const began = performance.now();
  const { stdout } = await execute(program, args, {
    env: { ...process.env, MOYAN_ENV: 'development', DATABASE_URL: url },
  });
  const seconds = (performance.now() - began) / 1000;
  console.log(`${what}: ${seconds.toFixed(1)} s, ${stdout.trim().split('\n')[0]}`);
}

async function measure(url) {
  const psql = (database, sql) => execute('psql', ['-q', '-d', database, '-c', sql]);
  const env = { ...process.env, MOYAN_ENV: 'development', DATABASE_URL: url };
  await execute(program, ['migrate'], { env });
  await psql(url, fill);
  const file = path.join(folder, 'one.backup');
  await measured('file', url, ['backup', file]);
  console.log(`file: ${(statSync(file).size / 1e6).toFixed(0)} MB`);
  const copy = url.replace(/[^/]+$/, 'restored');
  await psql(url, 'CREATE DATABASE restored');
  await measured('restore', copy, ['restore', file]);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
try {
  await withPostgres('postgres-bench', measure, { isFresh: true });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
