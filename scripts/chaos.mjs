// Faults under load: two servers behind a balancer, over a database with a synchronous standby, and clients who note what
// was acknowledged. It fails when an invariant is violated (scripts/chaos/invariants.mjs) and says which, by which seed
// and after which fault.
//
// Usage: node scripts/chaos.mjs [--seconds 600] [--seed N] [--fault KIND] [--break N]
//        (after `node scripts/test.mjs --only program`; `make chaos` does both)
//   --seconds  how long; 120 is a short run, with a fault every 8 seconds and without the long ones
//   --seed     draws what happens when, and what clients do; printed, and drawn when it is absent
//   --fault    this kind alone: see scripts/chaos/faults.mjs
//   --break    breaks the invariant of this number on purpose, to see that it is noticed: see scripts/chaos/breaks.mjs
//
// Needs Debian's packages `haproxy` and `postgresql-client`.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { breaks } from './chaos/breaks.mjs';
import { faults, inject } from './chaos/faults.mjs';
import { checkHealed, memoryOf, Watch } from './chaos/invariants.mjs';
import { scheduleOf } from './chaos/schedule.mjs';
import { startSystem } from './chaos/system.mjs';
import { nBuyersOf, newNotes, startClients } from './chaos/workload.mjs';
import { makeWorld } from './chaos/world.mjs';
import { root, shown } from './paths.mjs';
import { runScript, StepError } from './steps.mjs';

/** Where the notes of the clients are written at the end. */
const notesFile = path.join(root, '.dev', 'chaos-notes.json');

/** Whether the programs that a run needs are on this machine. */
export const toolsAreThere = () =>
  [
    ['haproxy', '-v'],
    ['psql', '--version'],
  ].every(([program, flag]) => spawnSync(program, [flag]).status === 0);

/** Lets faults happen for so many seconds. Throws a StepError when an invariant was violated. */
export async function runChaos({ seconds, seed, only, broken }) {
  const events = scheduleOf(faults, { seed, seconds, only });
  console.log(`chaos: seed ${seed}, ${seconds} s, ${events.length} faults`);
  const begunAt = Date.now();
  const tell = (text) => console.log(`${clock(Date.now() - begunAt)} ${text}`);
  const system = await startSystem(broken?.system);
  const state = { isOver: false };
  const windows = [];
  const notes = newNotes();
  const fail = (error) => {
    if (state.error === undefined) tell(error.message);
    state.error ??= error;
    state.isOver = true;
  };
  const watch = new Watch(windows, fail);
  try {
    const asked = (answer, what) => watch.answered(answer, what);
    const world = await makeWorld(system, { nBuyers: nBuyersOf(seconds), asked });
    notes.switchedSince = Date.now();
    tell('load begins');
    const startedAt = Date.now();
    const running = startClients(system, world, { seed, state, notes, watch });
    const all = [
      ...running,
      inject(system, events, { startedAt, state, windows, tell }),
      broken?.during?.({ system, world, state, windows, events, startedAt }),
    ];
    for (const one of all) one?.catch(fail);
    system.balancer.ended.then((how) => {
      if (!state.isOver) fail(new StepError(`the balancer ended: ${how}`));
    });
    const memory = rememberMemory(system, events, startedAt, state);
    while (!state.isOver && Date.now() < startedAt + seconds * 1000) await sleep(50);
    state.isOver = true;
    await Promise.allSettled(all);
    if (state.error) throw state.error;
    tell('load ends');
    await broken?.after?.({ system });
    await checkHealed(system, world, notes, await memory);
  } catch (error) {
    const last = windows.at(-1);
    const before = last ? `the fault before: ${last.kind}` : 'before the first fault';
    const isKnown = error instanceof StepError;
    if (!isKnown) error.message = `no client expected this: ${error.message}`;
    throw Object.assign(error, { message: `${error.message} (seed ${seed}, ${before})` });
  } finally {
    state.isOver = true;
    report(watch, notes, windows);
    await system.stop();
  }
}

/** Kilobytes of the servers when they are warm, just before the first fault. */
async function rememberMemory(system, events, startedAt, state) {
  const at = startedAt + (events[0]?.atS ?? 0) * 1000 - 500;
  while (!state.isOver && Date.now() < at) await sleep(50);
  return state.isOver ? undefined : memoryOf(system);
}

function report(watch, notes, windows) {
  mkdirSync(path.dirname(notesFile), { recursive: true });
  writeFileSync(notesFile, JSON.stringify(notes, undefined, 1));
  const n = (key) => notes[key].length;
  console.log(
    `chaos: ${windows.length} faults; ${watch.nRequests} requests, ${watch.nRefused} refused, the slowest ` +
      `${(watch.worstMs / 1000).toFixed(1)} s; ${watch.nFreePages} free pages; acknowledged: ${n('texts')} texts, ` +
      `${n('images')} images, ${n('orders')} orders, ${n('payments')} payments with their grants, ` +
      `${n('refunds')} refunds; notes in ${shown(notesFile)}`,
  );
}

const clock = (ms) => `${(ms / 1000).toFixed(1).padStart(6)} s`;

/** The options of the command line. */
function options() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      fault: { type: 'string' },
      break: { type: 'string' },
    },
  });
  const known = (table, name, what) => {
    if (name === undefined || name in table) return table[name];
    throw new StepError(`no ${what} ${name}; there are: ${Object.keys(table).join(', ')}`);
  };
  known(faults, values.fault, 'fault');
  const broken = known(breaks, values.break, 'break');
  return { seconds: Number(values.seconds), seed: values.seed, only: values.fault, broken };
}

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    await runChaos(options());
    console.log('chaos: every invariant held');
  });
}
