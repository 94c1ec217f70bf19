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

/** Chinese words in an order that hashes draw: compressed, it takes about a third. */
const text = `
  (SELECT string_agg((ARRAY['编辑器', '文章', '墨砚', '发布', '读者', '段落', '同步', '图片'])[get_byte(h, b % 16) % 8 + 1]
     || CASE b % 16 WHEN 15 THEN encode(h, 'hex') ELSE '' END, '，')
   FROM (SELECT b, decode(md5(d.n || ' ' || r.n || ' ' || b / 16), 'hex') h FROM generate_series(0, ${textKb} * 75) b) w)`;

const fill = `
  INSERT INTO users (id, nickname, email, password_hash, locale) VALUES (gen_random_uuid(), 'li', 'li@example.com', 'x', 'en');
  INSERT INTO teams (id, kind, name, owner_id) SELECT gen_random_uuid(), 'team', 'ours', id FROM users;
  INSERT INTO knowledge_bases (id, team_id, title) SELECT gen_random_uuid(), id, 'notes' FROM teams;
  INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision)
    SELECT id, gen_random_uuid(), 'docs', 'docs', 1, 1 FROM knowledge_bases;
  INSERT INTO documents (knowledge_base_id, id, category_id, position, title, content, text_revision, place_revision, revision)
    SELECT knowledge_base_id, gen_random_uuid(), id, d.n, 'Text ' || d.n, ${text}, 1, 1, 1
    FROM categories, generate_series(1, ${nDocuments}) d(n), (VALUES (0)) r(n);
  INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, device)
    SELECT knowledge_base_id, id, r.n, title, ${text}, 'edit', 'web'
    FROM (SELECT *, position AS n FROM documents) d, generate_series(1, 9) r(n);
  INSERT INTO audit_entries (id, action, details)
    SELECT gen_random_uuid(), 'login', jsonb_build_object('device', 'web') FROM generate_series(1, ${nEntries}) n;`;

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
