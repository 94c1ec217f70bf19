// Journeys through a balancer with two servers over one database: each request goes to the other one than the request
// before. Meanwhile the servers are replaced in turn, as an upgrade does it.
//
// Usage: node scripts/two-servers.mjs [FOLDER_OR_FILE …]   (after `make test` or `node scripts/test.mjs --only program`)
//
// Without an argument: the journeys of the console and of sites. Needs Debian's package `haproxy`, or HAPROXY with the
// path of the program.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cargoTarget, frontend } from './paths.mjs';
import { startPaymentProviders } from './payment-providers/server.mjs';
import { freePort, withPostgres } from './postgres.mjs';
import { run, StepError } from './steps.mjs';
import { startServer } from './with-server.mjs';

/** In development each server would make its own. */
const secrets = { JWT_SECRET: 'x'.repeat(32), MERCHANT_KEYS_SECRET: 'y'.repeat(32) };
const usual = ['auth', 'console', 'public-site', 'site-config', 'sync', 'visitors'];
/** Milliseconds between two replacements of a server. */
const replacedEveryMs = 20_000;
/** Milliseconds to wait until the balancer listens. */
const startMs = 10_000;

/**
 * A balancer before servers at these ports, which asks each whether it is ready, and for sites whether it has pages.
 *
 * - `serverTimeoutS`: seconds after which an answer that did not come is 504.
 * - `port`: its own; one that is free when it is absent.
 * - Returns `{ address, stop, ended }`, the last a promise of the status or signal with which it ended.
 * - Throws a StepError when HAProxy is missing or does not start.
 */
export async function startBalancer(ports, { serverTimeoutS = 60, port: given } = {}) {
  const program = process.env.HAPROXY ?? 'haproxy';
  if (spawnSync(program, ['-v']).status !== 0) {
    throw new StepError('HAProxy is missing: apt-get install haproxy, or name it in HAPROXY');
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-balancer-'));
  const port = given ?? (await freePort());
  const config = path.join(folder, 'haproxy.cfg');
  const servers = ports.map(
    (at, index) => `  server moyan${index} 127.0.0.1:${at} check inter 200ms fall 1 rise 1`,
  );
  writeFileSync(
    config,
    `defaults
  mode http
  timeout connect 2s
  timeout check 3s
  timeout client 60s
  timeout server ${serverTimeoutS}s
  retries 3
  option redispatch
  retry-on conn-failure
frontend all
  bind 127.0.0.1:${port}
  use_backend pages if { req.hdr(host),field(1,:) -m end .localhost }
  default_backend console
backend pages
  balance roundrobin
  option httpchk GET /readyz?for=pages
${servers.join('\n')}
backend console
  balance roundrobin
  option httpchk GET /readyz
${servers.join('\n')}
`,
  );
  const balancer = spawn(program, ['-db', '-f', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) =>
    balancer.on('exit', (code, signal) => resolve(code ?? signal)),
  );
  const end = () => balancer.kill('SIGKILL');
  process.on('exit', end);
  const stop = () => {
    end();
    process.off('exit', end);
    rmSync(folder, { recursive: true, force: true });
  };
  const address = `http://127.0.0.1:${port}`;
  const until = Date.now() + startMs;
  while ((await statusOf(`${address}/readyz`)) !== 200) {
    if (Date.now() > until) {
      stop();
      throw new StepError('the balancer does not answer');
    }
    await sleep(50);
  }
  return { address, stop, ended };
}

/** The status of an answer; none without one. */
function statusOf(url) {
  return new Promise((resolve) => {
    http
      .get(url, (answer) => resolve(answer.resume().statusCode))
      .on('error', () => resolve(undefined));
  });
}

/** Replaces one server after the other until it is told to stop. Returns how often. */
async function replaceInTurn(servers, start, state) {
  let nReplaced = 0;
  for (;;) {
    for (let waited = 0; waited < replacedEveryMs; waited += 100) {
      if (state.isOver) return nReplaced;
      await sleep(100);
    }
    const index = nReplaced % servers.length;
    await servers[index].stop();
    servers[index] = await start(index);
    nReplaced += 1;
  }
}

/** Runs journeys through a balancer with two servers; `paths` are folders or files below `e2e`. */
export function walkWithTwoServers(paths) {
  const program = path.join(cargoTarget, 'debug', 'moyan');
  const walk = async (database) => {
    const providers = await startPaymentProviders();
    const ports = [await freePort(), await freePort()];
    const start = (index) =>
      startServer(program, database, {
        ...providers.variables,
        BIND: `127.0.0.1:${ports[index]}`,
        // Browsers name the port of the balancer.
        PUBLIC_URL: 'http://127.0.0.1:0',
        TRUSTED_PROXIES: '127.0.0.1',
        ...secrets,
        // The balancer asks five times a second.
        SHUTDOWN_DRAIN_S: '1',
      });
    const servers = [await start(0), await start(1)];
    const state = { isOver: false };
    let replacing;
    try {
      const balancer = await startBalancer(ports);
      providers.tell(balancer.address);
      replacing = replaceInTurn(servers, start, state);
      try {
        await run(
          'npx',
          [
            'playwright',
            'test',
            '--no-deps',
            '--project=journeys',
            '--output=test-results/two-servers',
            ...paths.map((name) => `e2e/${name}`),
          ],
          {
            cwd: frontend,
            env: {
              E2E_BASE_URL: balancer.address,
              E2E_DATABASE_URL: database,
              E2E_PAYMENTS_URL: providers.url,
            },
          },
        );
      } finally {
        balancer.stop();
      }
    } finally {
      state.isOver = true;
      console.log(`two servers: ${await replacing} replacements`);
      await Promise.all(servers.map((server) => server.stop()));
      providers.close();
    }
  };
  return withPostgres('postgres-two-servers', walk, { isFresh: true });
}

if (process.argv[1] === import.meta.filename) {
  try {
    const chosen = process.argv.slice(2);
    await walkWithTwoServers(chosen.length > 0 ? chosen : usual);
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
