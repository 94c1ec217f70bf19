// A primary dies under load and its synchronous standby is promoted: what was acknowledged is there, free pages never
// fail, and the service is back.
//
// Usage: node scripts/failover.mjs   (after `cargo build -p moyan-server`)
//
// Writers push texts and a reader reads a published page the whole time, through a server that knows both databases.
// It prints the seconds from the promotion to the first acknowledged text, and fails when they are more than ten.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cargoTarget, root } from './paths.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { run, StepError } from './steps.mjs';
import { serveOver } from './with-server.mjs';

/** Seconds from the promotion within which a text is acknowledged. */
const backWithinS = 10;
/** Milliseconds of load before the primary dies, until its standby is promoted, and after the service is back. */
const loadMs = 3_000;
const deadMs = 2_000;
const afterMs = 3_000;

/**
 * Two databases, one of which follows the other: nothing is acknowledged that both do not have.
 *
 * - `name`: the folders below .dev begin with it. `more`: settings of both.
 * - `synchronous`: whom the primary waits for; nobody when it is empty.
 * - Returns `{ primary, standby, url, startPrimary }`; the last starts the primary again, after it was stopped.
 */
export async function startPair(name = 'postgres', { more = {}, synchronous = '*' } = {}) {
  const ports = [await freePort(), await freePort()];
  const settings = (port) => ({
    port,
    wal_level: 'replica',
    max_wal_senders: 5,
    synchronous_commit: 'on',
    ...more,
  });
  const options = { isFresh: true, settings: settings(ports[0]) };
  const first = await startPostgres(`${name}-primary`, options);
  if (!first.data) {
    throw new StepError('DATABASE_URL is set: the two databases must be private');
  }
  await first.stop();
  const standby = await startPostgres(`${name}-standby`, {
    standbyOf: first,
    settings: {
      ...settings(ports[1]),
      primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=moyan password=${first.password}`,
    },
  });
  const startPrimary = () =>
    startPostgres(`${name}-primary`, {
      settings: { ...settings(ports[0]), synchronous_standby_names: synchronous },
    });
  const primary = await startPrimary().catch(async (error) => {
    await standby.stop();
    throw error;
  });
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const url = `postgres://moyan:${first.password}@${hosts}/postgres`;
  return { primary, standby, url, startPrimary };
}

/** Somebody who is logged in at a server. */
async function logIn(origin) {
  const account = JSON.parse(readFileSync(path.join(root, 'seeds/account.json'), 'utf8'));
  const answer = await ask(origin, 'POST', '/api/account/loginByIdentifier', {
    identifier: account.email,
    identityType: 'email',
    passwd: account.password,
    device: 'web',
  });
  const { token } = await answer.json();
  return async (method, route, body) => {
    const response = await ask(origin, method, `/api/teams/personal${route}`, body, token);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()).data;
  };
}

function ask(origin, method, route, body, token) {
  return fetch(`${origin}${route}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { token } : {}) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
}

/** Pushes one text after the other until it is told to stop; notes which were acknowledged, and when. */
async function write(call, base, categoryId, state) {
  while (!state.isOver) {
    const documentId = randomUUID();
    const change = {
      id: randomUUID(),
      kind: 'putText',
      documentId,
      baseRevision: 0,
      title: documentId,
      content: `# ${documentId}`,
      place: { categoryId, parentId: null, position: 1 },
    };
    try {
      const { results } = await call('POST', `/knowledge-bases/${base}/changes`, {
        changes: [change],
      });
      if (results[0].outcome === 'accepted') {
        state.acknowledged.push({ documentId, at: Date.now() });
      }
    } catch {
      state.nRefused += 1;
      await sleep(50);
    }
  }
}

/** Reads a page until it is told to stop; notes what is no page. */
async function read(origin, state) {
  while (!state.isOver) {
    const status = await statusOf(origin, 'handbook.localhost', '/docs').catch(
      (error) => error.message,
    );
    state.nPages += 1;
    if (status !== 200) state.failedPages.push(status);
    await sleep(20);
  }
}

/** The status of a page of a site, asked for at the server's address: `fetch` takes no other name for the host. */
function statusOf(origin, host, route) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: route, headers: { host }, timeout: 15_000 };
    const request = http.get(options, (answer) => {
      answer.on('end', () => resolve(answer.statusCode)).resume();
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', reject);
  });
}

/** The documents of a base. */
async function listDocuments(call, base) {
  const found = new Set();
  for (let since = 0, hasMore = true; hasMore; ) {
    const page = await call('GET', `/knowledge-bases/${base}/changes?since=${since}`);
    for (const { id } of page.documents) found.add(id);
    ({ revision: since, hasMore } = page);
  }
  return found;
}

async function walk(origin, { primary, standby }) {
  const call = await logIn(origin);
  const { id: base } = await call('POST', '/knowledge-bases', { title: 'Failover' });
  const categoryId = randomUUID();
  const category = {
    id: randomUUID(),
    kind: 'putCategory',
    categoryId,
    name: 'Texts',
    slug: 'texts',
    position: 1,
  };
  await call('POST', `/knowledge-bases/${base}/changes`, { changes: [category] });
  const state = { isOver: false, acknowledged: [], nRefused: 0, nPages: 0, failedPages: [] };
  const load = [
    read(origin, state),
    ...Array.from({ length: 4 }, () => write(call, base, categoryId, state)),
  ];
  await sleep(loadMs);
  const nBefore = state.acknowledged.length;
  primary.kill();
  await sleep(deadMs);
  await standby.promote();
  const promotedAt = Date.now();
  const isBack = () => state.acknowledged.some(({ at }) => at > promotedAt);
  while (!isBack() && Date.now() - promotedAt < 60_000) await sleep(20);
  await sleep(afterMs);
  state.isOver = true;
  await Promise.all(load);

  const back = state.acknowledged.find(({ at }) => at > promotedAt);
  const there = await listDocuments(call, base);
  const lost = state.acknowledged.filter(({ documentId }) => !there.has(documentId));
  const seconds = back ? (back.at - promotedAt) / 1000 : Number.POSITIVE_INFINITY;
  console.log(
    `failover: ${nBefore} texts before, ${state.acknowledged.length - nBefore} after, ${state.nRefused} refused; ` +
      `${state.nPages} pages; back ${seconds.toFixed(1)} s after the promotion`,
  );
  if (nBefore === 0) throw new StepError('nothing was acknowledged before');
  if (lost.length > 0) throw new StepError(`${lost.length} acknowledged texts are lost`);
  if (state.failedPages.length > 0) throw new StepError(`pages failed: ${state.failedPages}`);
  if (seconds > backWithinS) throw new StepError(`it took longer than ${backWithinS} s`);
}

/** Lets the primary die, and throws a StepError where something was lost or the service did not come back in time. */
export async function tryFailover() {
  const pair = await startPair();
  try {
    const program = path.join(cargoTarget, 'debug', 'moyan');
    const env = { MOYAN_ENV: 'development', DATABASE_URL: pair.url };
    await run(program, ['seed'], { env });
    await serveOver(program, pair.url, false, (origin) => walk(origin, pair));
  } finally {
    await Promise.all([pair.primary.stop(), pair.standby.stop()]);
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    await tryFailover();
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
