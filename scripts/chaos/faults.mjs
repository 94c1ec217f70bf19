// The faults. Each has
//
// - `forS({ everyS, isLong, isAlone })`: seconds that it takes, by the seconds between two faults, whether the run is a
//   long one and whether no other kind happens; 0 leaves it out of the run;
// - `begin(system, draw)`: does it; answers what ends it, or nothing, and `draw` from 0 to 1 says which server and way;
// - `isOnce` and `isLast`: once in a run; at its end;
// - `cannot(system)`: a sentence where this machine cannot do it.

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that every byte between a server and its databases is late, each way. */
const delayMs = 300;
/** Seconds of a fault: half of what lies between two. */
const half = ({ everyS }) => Math.min(8, everyS / 2);
/** One of two servers, by the number that was drawn. */
const chosen = ({ servers }, draw) => servers[draw < 0.5 ? 0 : 1];

/** Does something to both proxies of a server, until it is over. */
function onProxies({ toPrimary, toStandby }, deed) {
  for (const proxy of [toPrimary, toStandby]) deed(proxy);
  return () => {
    for (const proxy of [toPrimary, toStandby]) proxy.heal();
  };
}

const cut = (way) => ({
  forS: half,
  begin: (system, draw) => onProxies(chosen(system, draw), (proxy) => proxy.cut(way)),
});

export const faults = {
  /** A server dies at once, and is started again. */
  kill: {
    forS: half,
    begin: async (system, draw) => {
      const server = chosen(system, draw);
      await server.kill();
      return server.start;
    },
  },
  /** A server stands still for longer than the lease of a job, and goes on as if nothing had been. */
  pause: {
    isOnce: true,
    forS: ({ isLong, isAlone }) => (isLong || isAlone ? 65 : 0),
    begin: (system, draw) => {
      const { pid } = chosen(system, draw);
      process.kill(pid, 'SIGSTOP');
      return () => process.kill(pid, 'SIGCONT');
    },
  },
  /** Connections of a server to the database end with a reset, and so do new ones. */
  reset: {
    forS: half,
    begin: (system, draw) => onProxies(chosen(system, draw), (proxy) => proxy.reset()),
  },
  /** Nothing passes between a server and the database; or it asks and hears nothing, or cannot be heard. */
  cut: cut('both'),
  cutAnswers: cut('fromDatabase'),
  cutQuestions: cut('toDatabase'),
  /** The way to the database is slow, for both servers. */
  delay: {
    forS: half,
    begin: ({ servers }) => {
      const heals = servers.map((server) => onProxies(server, (proxy) => proxy.delay(delayMs)));
      return () => {
        for (const heal of heals) heal();
      };
    },
  },
  /** The database stops in good order and is started again. */
  restart: {
    forS: () => 2,
    begin: async ({ pair }) => {
      await pair.primary.stop();
      return async () => {
        pair.primary = await pair.startPrimary();
      };
    },
  },
  /** The folder of files cannot be reached. */
  store: {
    forS: () => 5,
    begin: ({ files }) => putAside(files, () => writeFileSync(files, '')),
  },
  /** The folder of files falls off its mount: an empty one is in its place, and nothing may be stored there. */
  unmount: {
    forS: () => 5,
    begin: ({ files }) => putAside(files, () => mkdirSync(files)),
  },
  /** The folder for temporary files is full. */
  disk: {
    forS: half,
    cannot: ({ servers }) =>
      servers.some(({ tmp }) => tmp === undefined) && 'no small file system could be mounted',
    begin: (system, draw) => {
      const filler = path.join(chosen(system, draw).tmp, 'filler');
      fill(filler);
      return () => rmSync(filler);
    },
  },
  /** The primary dies at once, and its standby is promoted. */
  promotion: {
    isOnce: true,
    isLast: true,
    forS: () => 2,
    begin: ({ pair, servers }) => {
      pair.primary.kill();
      for (const { toPrimary } of servers) toPrimary.close();
      return () => pair.standby.promote();
    },
  },
};

/** Moves a folder away and makes something else in its place, until it is over. */
function putAside(folder, make) {
  const away = `${folder}-away`;
  renameSync(folder, away);
  make();
  return () => {
    rmSync(folder, { recursive: true });
    renameSync(away, folder);
  };
}

/** Writes until there is no room. */
function fill(file) {
  const block = Buffer.alloc(4096);
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' });
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  }
}

/**
 * Lets the faults of a schedule happen, each at its moment, until the state says that it is over.
 *
 * - `windows`: gets `{ kind, from, until }` for each, in milliseconds; `until` is for ever while it lasts.
 */
export async function inject(system, events, { startedAt, state, windows, tell }) {
  for (const { kind, atS, forS, draw } of events) {
    while (!state.isOver && Date.now() < startedAt + atS * 1000) await sleep(50);
    if (state.isOver) return;
    const fault = faults[kind];
    const reason = fault.cannot?.(system);
    if (reason) {
      tell(`${kind} is left out: ${reason}`);
      continue;
    }
    const window = { kind, from: Date.now(), until: Number.POSITIVE_INFINITY };
    windows.push(window);
    tell(`${kind} for ${forS} s, drawn ${draw.toFixed(2)}`);
    const heal = await fault.begin(system, draw);
    const healsAt = window.from + forS * 1000;
    while (!state.isOver && Date.now() < healsAt) await sleep(20);
    await heal();
    window.until = Date.now();
    tell(`${kind} is over`);
  }
}
