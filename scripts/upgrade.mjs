// An upgrade of a filled database under traffic: two servers of the version before, behind HAProxy, are replaced in turn,
// and the first new one brings the tables up to date. No request may fail, and what was acknowledged is there.
//
// Usage: node scripts/upgrade.mjs [--from COMMIT] [--break NAME]
//        (after `node scripts/test.mjs --only program`)
//   --from   the version before; by default the commit before the last one that added a migration
//   --break  lets something go wrong, to see that it is noticed: see `breaks`
//
// The program of the version before is built once for each commit. Needs Debian's packages `haproxy` and
// `postgresql-client`.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { rowsSql } from './bench/rows.mjs';
import { checkAcknowledged, Watch } from './chaos/invariants.mjs';
import { psqlOf } from './chaos/system.mjs';
import { nBuyersOf, newNotes, startClients } from './chaos/workload.mjs';
import { makeWorld } from './chaos/world.mjs';
import { cargoTarget, root } from './paths.mjs';
import { startPaymentProviders } from './payment-providers/server.mjs';
import { freePort, withPostgres } from './postgres.mjs';
import { run, runScript, StepError } from './steps.mjs';
import { startBalancer } from './two-servers.mjs';
import { browse, Files, missing } from './upgrade/browse.mjs';
import { commitBefore, programOf } from './upgrade/previous.mjs';
import { startServer } from './with-server.mjs';

const folder = path.join(root, '.dev', 'upgrade');
const secrets = { JWT_SECRET: 'x'.repeat(32), MERCHANT_KEYS_SECRET: 'y'.repeat(32) };
/** Milliseconds of load before each replacement, and after the last. */
const loadMs = 4_000;
/** Seconds for which a backup reads all tables, from the moment when the first server stops. */
const backupS = 8;
/** About how long a run is, in seconds: so many buyers are there. */
const runS = 60;
/** What is in the database before, beside what the load adds. */
const filled = { nDocuments: 10_000, nRevisions: 9, textKb: 0.25, nEntries: 100_000 };
const nOrders = 100_000;
const nDays = 400;

/** What goes wrong, by its name. */
const breaks = {
  /** A migration keeps tables closed for seconds. */
  lock: { during: 'LOCK TABLE documents, orders IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(6)' },
  /** The new servers have another store of files. */
  files: { files: 'files-of-new' },
  /** Both servers are stopped before one is new. */
  both: { isAtOnce: true },
};

/** Orders and views of a site that does not sell in this run. */
const trade = `
  INSERT INTO orders (id, site_id, team_id, site_name, number, visitor_id, visitor_identifier, package_id, package,
      price_fen, amount_fen, paid_fen, method, status, closes_at, paid_at)
    SELECT gen_random_uuid(), id, team_id, name, 'UPGRADE' || n, gen_random_uuid(), 'a@reader.example',
      gen_random_uuid(), '{}', 1990, 1990, 1990, 'manual', 'paid', now(), now()
    FROM sites, generate_series(1, ${nOrders}) n WHERE slug = 'chaos-open';
  INSERT INTO site_page_views (site_id, day, path, n_views)
    SELECT id, current_date - d, '/docs/start/' || p, 1
    FROM sites, generate_series(1, ${nDays}) d, generate_series(1, 250) p WHERE slug = 'chaos-open';`;

/** Reads all tables for a while, as a backup does. */
const backup = `
  DO $$ DECLARE name TEXT; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('LOCK TABLE %I IN ACCESS SHARE MODE', name);
    END LOOP;
  END $$;
  SELECT pg_sleep(${backupS})`;

/** A console of a version: a page and its script. A real one takes minutes to build. */
function makeConsole(version) {
  const place = path.join(folder, version);
  mkdirSync(path.join(place, 'assets'), { recursive: true });
  const script = `index-${version.padEnd(8, '0')}.js`;
  writeFileSync(
    path.join(place, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Moyan</title><script type="module" src="/assets/${script}"></script></head><body></body></html>`,
  );
  writeFileSync(path.join(place, 'assets', script), `console.log('${version}');\n`);
  return place;
}

/** Upgrades. Throws a StepError or a Violation where something was lost or failed. */
export async function tryUpgrade({ from = commitBefore(), broken = {} } = {}) {
  rmSync(folder, { recursive: true, force: true });
  const versions = {
    old: { program: await programOf(from), console: makeConsole('old') },
    new: { program: path.join(cargoTarget, 'debug', 'moyan'), console: makeConsole('new') },
  };
  const over = async (database) => {
    const providers = await startPaymentProviders();
    const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
    const variables = {
      ...{ ...providers.variables, ...secrets },
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SITE_DOMAIN: 'localhost',
      TRUSTED_PROXIES: '127.0.0.1',
      FILES_DIR: filesFolder('files'),
    };
    const servers = [];
    const start = async (index, version) => {
      const isOther = version === 'new' && broken.files;
      servers[index] = await startServer(versions[version].program, database, {
        ...variables,
        // In development a server keeps no files for those of other versions.
        MOYAN_ENV: 'production',
        BIND: `127.0.0.1:${ports[index]}`,
        STATIC_DIR: versions[version].console,
        ...(isOther ? { FILES_DIR: filesFolder(broken.files) } : {}),
        // The balancer asks five times a second.
        SHUTDOWN_DRAIN_S: '1',
      });
    };
    let balancer;
    try {
      const world = await fill(versions.old.program, database, { providers, variables });
      await start(0, 'old');
      await start(1, 'old');
      balancer = await startBalancer(ports, { port });
      providers.tell(balancer.address);
      const system = { balancer, providers, servers, start, ...psqlOf(database) };
      await upgrade({ ...system, hasMails: false }, world, broken);
    } finally {
      balancer?.stop();
      await Promise.all(servers.map((server) => server.kill()));
      providers.close();
    }
  };
  // A server in production refuses a database that says that it is for tests.
  const settings = { 'moyan.private': 'off' };
  return withPostgres('postgres-upgrade', over, { isInMemory: true, isFresh: true, settings });
}

/** Fills the database by a server in development, which shows the codes by which visitors log in. */
async function fill(program, database, { providers, variables }) {
  const env = { MOYAN_ENV: 'development', DATABASE_URL: database, LOG_LEVEL: 'warn' };
  const seed = ['seed', '--public-password'];
  await run(program, seed, { env: { ...env, FILES_DIR: variables.FILES_DIR } });
  const server = await startServer(program, database, {
    ...variables,
    PUBLIC_URL: 'http://127.0.0.1:0',
    STATIC_DIR: '',
  });
  try {
    const system = { balancer: server, providers };
    const world = await makeWorld(system, { nBuyers: nBuyersOf(runS), asked: () => {} });
    const { execute } = psqlOf(database);
    await execute(rowsSql(filled));
    await execute(`${trade} ANALYZE;`);
    return world;
  } finally {
    await server.stop();
  }
}

function filesFolder(name) {
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true });
  return place;
}

async function upgrade(system, world, broken) {
  const { address } = system.balancer;
  const state = { isOver: false, phase: 'before' };
  const fail = (problem) => {
    state.error ??= problem instanceof Error ? problem : new StepError(problem);
    state.isOver = true;
  };
  const watch = new Watch([], fail);
  const asked = (answer, what) => watch.answered(answer, what);
  for (const one of [world.author, world.member, ...world.buyers]) {
    Object.assign(one, { address, asked });
  }
  const files = new Files();
  const notes = newNotes();
  notes.switchedSince = Date.now();
  // The clients ask all servers through the balancer.
  const clientSystem = { ...system, servers: [{ address }, { address }] };
  const load = [
    ...startClients(clientSystem, world, { seed: 'upgrade', state, notes, watch }),
    browse(address, { state, files, watch, fail }),
  ];
  for (const one of load) one.catch(fail);
  await replaceBoth(system, state, broken).catch(fail);
  state.isOver = true;
  await Promise.allSettled(load);
  report(watch, notes, files);
  if (state.error) throw state.error;
  const lost = await missing(address, files);
  if (lost.length > 0) throw new StepError(`files that pages named are not there: ${lost}`);
  await checkAcknowledged(clientSystem, world, notes);
}

/** Replaces one server after the other. The first new one finds tables that are read by a backup. */
async function replaceBoth({ servers, start, query, execute }, state, broken) {
  const versions = 'SELECT version FROM __diesel_schema_migrations';
  const before = (await query(versions)).length;
  await loadFor(state, loadMs);
  const statements = [backup, ...(broken.during ? [broken.during] : [])];
  const beside = Promise.allSettled(statements.map(execute));
  for (const index of [0, 1]) {
    if (state.isOver) break;
    state.phase = index === 0 ? 'between' : 'after';
    const begunAt = Date.now();
    await Promise.all(broken.isAtOnce ? servers.map((one) => one.stop()) : [servers[index].stop()]);
    await start(index, 'new');
    console.log(`upgrade: server ${index} replaced in ${Date.now() - begunAt} ms`);
    await loadFor(state, loadMs);
  }
  for (const { reason } of await beside) if (reason) throw reason;
  if (state.isOver) return;
  const n = (await query(versions)).length - before;
  if (n === 0) throw new StepError('no migration was applied');
  console.log(`upgrade: ${n} migrations were applied`);
}

async function loadFor(state, ms) {
  for (const until = Date.now() + ms; !state.isOver && Date.now() < until; ) await sleep(50);
}

function report(watch, notes, files) {
  const n = (key) => notes[key].length;
  const since = (phase) => files.all.filter((file) => file.phase === phase).length;
  console.log(
    `upgrade: ${watch.nRequests} requests, ${watch.nRefused} refused, the slowest ${watch.worstMs} ms; ` +
      `${since('before')} files named before, ${since('between') + since('after')} more since; ` +
      `acknowledged: ${n('texts')} texts, ${n('images')} images, ${n('orders')} orders, ${n('payments')} payments`,
  );
}

/** The options of the command line. Throws a StepError for a break that is none. */
function options() {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, break: { type: 'string' } },
  });
  const name = values.break;
  if (name !== undefined && !(name in breaks)) {
    throw new StepError(`no break ${name}; there are: ${Object.keys(breaks).join(', ')}`);
  }
  return { from: values.from, broken: breaks[name] };
}

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    await tryUpgrade(options());
    console.log('upgrade: nothing failed, and all that was acknowledged is there');
  });
}
