// Load for a long time: two servers behind a balancer at half of what they can, with authors, buyers and members beside
// it. The database restarts after three tenths of the time, one server after six. It fails when a free page is not
// answered with 200, when memory grows, or when files or threads do.
//
// Usage: node scripts/soak.mjs [--seconds 600] [--profile release]
//        (after `node scripts/build.mjs`, or with --profile debug after `node scripts/test.mjs --only program`)
//
// Needs Debian's packages `haproxy`, `hey` and `postgresql-client`.

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { inject } from './chaos/faults.mjs';
import { checkHealed, memoryOf, Watch } from './chaos/invariants.mjs';
import { startSystem } from './chaos/system.mjs';
import { nBuyersOf, newNotes, startClients } from './chaos/workload.mjs';
import { hosts, makeWorld } from './chaos/world.mjs';
import { runScript, StepError } from './steps.mjs';

const execute = promisify(execFile);
const nConnections = 16;
/** Seconds for which the limit is measured. */
const limitS = 10;
/** Seconds after a start before memory counts: caches fill. */
const warmS = 60;
const sampledEveryMs = 5000;
/** Growth of memory in a minute that is too much, as a share of it. */
const growthPerMinute = 0.01;

/** Asks for a free page as hey does. Returns what it reports: `rate`, and `statuses` with how often. */
async function readPages(system, seconds, rate) {
  const { port } = new URL(system.balancer.address);
  const { stdout } = await execute('hey', [
    ...['-z', `${seconds}s`, '-c', String(nConnections), '-host', `${hosts.open}:${port}`],
    ...(rate ? ['-q', String(rate / nConnections)] : []),
    `${system.balancer.address}/`,
  ]);
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    statuses: Object.fromEntries(
      [...stdout.matchAll(/^\s+\[(\d+)\]\s+(\d+)/gm)].map(([, status, n]) => [status, Number(n)]),
    ),
    errors: /Error distribution:[\s\S]*/.exec(stdout)?.[0],
  };
}

/** Notes what each server takes, every few seconds, by its process. */
async function sample(system, state) {
  const samples = new Map();
  while (!state.isOver) {
    for (const [index, { pid }] of system.servers.entries()) {
      const row = samples.get(pid) ?? [];
      samples.set(pid, row);
      try {
        row.push({
          minutes: performance.now() / 60_000,
          kilobytes: memoryOf(system)[index],
          nFiles: readdirSync(`/proc/${pid}/fd`).length,
          nThreads: readdirSync(`/proc/${pid}/task`).length,
        });
      } catch {
        // It ends just now.
      }
    }
    await sleep(sampledEveryMs);
  }
  return samples;
}

/** Growth of a series in a minute as a share of its mean, by least squares. */
function growth(row, key) {
  const mean = (of) => row.reduce((sum, one) => sum + of(one), 0) / row.length;
  const [x, y] = [mean((one) => one.minutes), mean((one) => one[key])];
  const covariance = mean((one) => (one.minutes - x) * (one[key] - y));
  return covariance / mean((one) => (one.minutes - x) ** 2) / y;
}

/** Throws when a process that lived long enough grows. */
function checkLevel(samples) {
  for (const [pid, all] of samples) {
    const row = all.filter(({ minutes }) => minutes > all[0].minutes + warmS / 60);
    if (row.length < 12) continue;
    const memory = growth(row, 'kilobytes');
    const ends = ['nFiles', 'nThreads'].map((key) => [key, row[0][key], row.at(-1)[key]]);
    console.log(
      `server ${pid}: memory ${Math.round(row.at(-1).kilobytes / 1024)} MB, ${(memory * 100).toFixed(2)} % a minute; ` +
        ends.map(([key, first, last]) => `${key} ${first} to ${last}`).join(', '),
    );
    if (memory > growthPerMinute) throw new StepError('memory grows');
    for (const [key, first, last] of ends) {
      if (last > first * 1.5 + 10) throw new StepError(`${key} grow from ${first} to ${last}`);
    }
  }
}

/** One server ends as it is asked to, and is started again. */
async function restartServer({ servers: [server] }, atMs, state) {
  while (!state.isOver && Date.now() < atMs) await sleep(100);
  if (state.isOver) return;
  console.log('a server is replaced');
  await server.stop();
  await server.start();
}

async function soak({ seconds, profile }) {
  const system = await startSystem({ profile });
  const state = { isOver: false };
  const fail = (error) => {
    state.error ??= error;
  };
  const [windows, notes] = [[], newNotes()];
  const watch = new Watch(windows, fail);
  try {
    const asked = (answer, what) => watch.answered(answer, what);
    const world = await makeWorld(system, { nBuyers: nBuyersOf(seconds), asked });
    notes.switchedSince = Date.now();
    const limit = await readPages(system, limitS);
    console.log(
      `limit: ${Math.round(limit.rate)} free pages a second; half of it for ${seconds} s`,
    );
    const startedAt = Date.now();
    const events = [{ kind: 'restart', atS: seconds * 0.3, forS: 2, draw: 0 }];
    const replacedAt = startedAt + seconds * 600;
    // What the clients meet while a server is replaced is not a fault of the servers.
    windows.push({ kind: 'replacement', from: replacedAt, until: replacedAt + 5000 });
    const running = [
      ...startClients(system, world, { seed: 'soak', state, notes, watch }),
      inject(system, events, { startedAt, state, windows, tell: (text) => console.log(text) }),
      restartServer(system, replacedAt, state),
    ];
    for (const one of running) one?.catch(fail);
    const samples = sample(system, state);
    const pages = await readPages(system, seconds, limit.rate / 2);
    state.isOver = true;
    await Promise.allSettled(running);
    if (state.error) throw state.error;
    console.log(`free pages: ${Math.round(pages.rate)}/s, ${JSON.stringify(pages.statuses)}`);
    if (pages.errors || Object.keys(pages.statuses).join() !== '200') {
      throw new StepError(`free pages were not answered: ${pages.errors ?? ''}`);
    }
    checkLevel(await samples);
    await checkHealed(system, world, notes);
  } finally {
    state.isOver = true;
    await system.stop();
  }
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    profile: { type: 'string', default: 'release' },
  },
});
await runScript(async () => {
  await soak({ seconds: Number(values.seconds), profile: values.profile });
  console.log('soak: nothing grew, and every free page was answered');
});
