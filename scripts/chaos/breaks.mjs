// Breaks an invariant on purpose, each by its number, to see that a run notices it.
//
// - `system`: options of `startSystem`;
// - `during(run)`: happens under load; `after(run)`: after it, before what has healed is checked.

import { setTimeout as sleep } from 'node:timers/promises';
import { save } from './world.mjs';

/** Milliseconds of load before something is broken, and before the promotion. */
const loadMs = 3_000;

export const breaks = {
  /** The primary waits for no standby, and sends it nothing before it dies: what it acknowledged dies with it. */
  1: {
    system: { synchronous: '' },
    during: async ({ system: { query }, events, startedAt, state }) => {
      const endsAt = startedAt + events.at(-1).atS * 1000 - loadMs;
      await until(() => state.isOver || Date.now() > endsAt);
      const senders = await query('SELECT pid FROM pg_stat_replication');
      for (const { pid } of senders) process.kill(pid, 'SIGSTOP');
      await until(() => state.isOver);
      for (const { pid } of senders) process.kill(pid, 'SIGKILL');
    },
  },
  /** A payment is there twice. */
  2: {
    after: ({ system: { execute } }) =>
      execute(
        `INSERT INTO payments (id, order_id, site_id, method, reference, amount_fen, paid_at)
         SELECT gen_random_uuid(), order_id, site_id, method, reference || '-again', amount_fen, paid_at
         FROM payments LIMIT 1`,
      ),
  },
  /** The shop is opened to everybody, which no client knows. */
  3: {
    during: async ({ world: { author, shop } }) => {
      await sleep(loadMs);
      await save(author, `${shop}/access`, { guest: 'free', nonMember: 'free' });
    },
  },
  /** Both servers die: a fault, in which all but free pages may fail. */
  4: {
    during: async ({ system: { servers }, windows }) => {
      await sleep(loadMs);
      windows.push({ kind: 'both', from: Date.now(), until: Number.POSITIVE_INFINITY });
      await Promise.all(servers.map((server) => server.kill()));
    },
  },
  /** No server reaches the database, and the run knows of no fault. */
  5: {
    during: async ({ system: { servers } }) => {
      await sleep(loadMs);
      for (const { toPrimary } of servers) toPrimary.reset();
    },
  },
  /** A server stays without its database. */
  6: {
    after: ({ system: { servers } }) => {
      for (const proxy of [servers[0].toPrimary, servers[0].toStandby]) proxy.reset();
    },
  },
};

async function until(isReached) {
  while (!isReached()) await sleep(20);
}
