// nginx as deploy/nginx.conf says, with its cache, in front of two servers: pages are kept and asked for each time, what
// is locked is gone, and nobody gets the page of somebody else.
//
// Usage: node scripts/with-cache.mjs [--break NAME]   (after `cargo build -p moyan-server`)
//   --break  puts a mistake into the configuration, to see that it is noticed: see scripts/cache/nginx.mjs
//
// Needs Debian's package `nginx-light`, or NGINX with the path of the program.

import path from 'node:path';
import { parseArgs } from 'node:util';
import { checks, makeSites } from './cache/checks.mjs';
import { breaks, startCache } from './cache/nginx.mjs';
import { png } from './chaos/workload.mjs';
import { makeWorld } from './chaos/world.mjs';
import { cargoTarget } from './paths.mjs';
import { startPaymentProviders } from './payment-providers/server.mjs';
import { freePort, withPostgres } from './postgres.mjs';
import { run, StepError } from './steps.mjs';
import { startServer } from './with-server.mjs';

/** In development each server would make its own. */
const secrets = { JWT_SECRET: 'x'.repeat(32), MERCHANT_KEYS_SECRET: 'y'.repeat(32) };

/** Starts it all over an empty database and checks. Throws a StepError with all that was found. */
export function tryCache({ broken } = {}) {
  const program = path.join(cargoTarget, 'debug', 'moyan');
  const over = async (database) => {
    const env = { MOYAN_ENV: 'development', DATABASE_URL: database, LOG_LEVEL: 'warn' };
    await run(program, ['seed'], { env });
    const providers = await startPaymentProviders();
    const ports = [await freePort(), await freePort()];
    const servers = [];
    let cache;
    try {
      for (const port of ports) {
        const variables = {
          ...providers.variables,
          ...secrets,
          STATIC_DIR: '',
          BIND: `127.0.0.1:${port}`,
          // Whatever port a request names: that of nginx, or the server's own.
          PUBLIC_URL: 'http://127.0.0.1:0',
          TRUSTED_PROXIES: '127.0.0.1',
        };
        servers.push(await startServer(program, database, variables));
      }
      cache = await startCache(ports, { broken });
      providers.tell(cache.address);
      await checkAll({ cache, providers, servers });
    } finally {
      await cache?.stop();
      await Promise.all(servers.map((server) => server.kill()));
      providers.close();
    }
  };
  return withPostgres('postgres-cache', over, { isInMemory: true, isFresh: true });
}

async function checkAll({ cache, providers, servers }) {
  const { address } = cache;
  const system = { balancer: { address }, providers };
  const world = await makeWorld(system, { nBuyers: 0, asked: () => {} });
  const headers = { 'content-type': 'image/png' };
  const image = png({ next: Math.random });
  const uploaded = await world.author.call('POST', '/teams/personal/images', image, { headers });
  const context = { cache, servers, world, image: new URL(uploaded.data.url).pathname };
  Object.assign(context, await makeSites(address, world));
  const problems = [];
  for (const [name, check] of Object.entries(checks)) {
    const found = new Set();
    let nAsked = 0;
    await check(context, (holds, problem) => {
      nAsked += 1;
      if (!holds) found.add(`${name}: ${problem}`);
    });
    console.log(`cache: ${name}: ${found.size === 0 ? `${nAsked} times` : 'no'}`);
    problems.push(...found);
  }
  if (problems.length > 0) throw new StepError(problems.join('\n'));
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { values } = parseArgs({ options: { break: { type: 'string' } } });
    const broken = values.break;
    if (broken !== undefined && !(broken in breaks)) {
      throw new StepError(`no break ${broken}; there are: ${Object.keys(breaks).join(', ')}`);
    }
    await tryCache({ broken });
    console.log('cache: all of it holds');
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
