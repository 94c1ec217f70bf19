// Runs the built product while something else asks it.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { cargoTarget, environment, frontend, root } from './paths.mjs';
import { startPaymentProviders } from './payment-providers/server.mjs';
import { withPostgres } from './postgres.mjs';
import { run, StepError } from './steps.mjs';

/**
 * Starts `moyan serve` over frontend/dist on a free port with a private database, calls `use(url, database, payments)`, and stops both.
 *
 * - The database is empty, or with `isSeeded` what `moyan seed` makes. `payments` is the address of the stand-in of all payment providers.
 * - `profile`: which build of the program runs, `debug` or `release`.
 * - `name`: which database, so that several can run at the same time.
 * - Without `hasFrontend` it answers its API and published sites alone, and needs no built frontend.
 * - Throws a StepError with the server's last lines when it does not start.
 */
export function withServer(
  use,
  { name = 'postgres-journeys', profile = 'debug', isSeeded = false, hasFrontend = true } = {},
) {
  const program = path.join(cargoTarget, profile, 'moyan');
  const begin = async (database) => {
    const variables = { MOYAN_ENV: 'development', DATABASE_URL: database };
    if (isSeeded) await run(program, ['seed'], { env: variables });
    return await serveOver(program, database, hasFrontend, use);
  };
  return withPostgres(name, begin, { isFresh: true });
}

/** The same over a database that is there. */
export async function serveOver(program, database, hasFrontend, use) {
  const providers = await startPaymentProviders();
  try {
    const server = await startServer(program, database, {
      STATIC_DIR: hasFrontend ? path.join(frontend, 'dist') : '',
      ...providers.variables,
    });
    try {
      providers.tell(server.address);
      return await use(server.address, database, providers.url);
    } finally {
      await server.stop();
    }
  } finally {
    providers.close();
  }
}

/**
 * Starts one `moyan serve` on a free port; several can share a database.
 *
 * - Returns `{ address, pid, stop, kill }`: its address and process, and what asks it to stop or ends it at once. Both wait
 *   for its end.
 * - `variables`: of its configuration, beside those of every journey.
 * - Throws a StepError with its last lines when it does not start.
 */
export async function startServer(program, database, variables = {}) {
  const server = spawn(program, ['serve'], {
    cwd: root,
    env: environment({
      MOYAN_ENV: 'development',
      DATABASE_URL: database,
      // Journeys all come from one address, and many at once.
      RATE_LIMIT_PER_MINUTE: '0',
      BCRYPT_COST: '4',
      BIND: '127.0.0.1:0',
      STATIC_DIR: path.join(frontend, 'dist'),
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'info',
      ...variables,
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => server.on('exit', resolve).on('error', resolve));
  // The server must not outlive this process, however it ends.
  const atExit = () => server.kill('SIGKILL');
  process.on('exit', atExit);
  const end = async (signal) => {
    server.kill(signal);
    await ended;
    process.off('exit', atExit);
  };
  try {
    const address = await addressOf(server);
    const { pid } = server;
    return { address, pid, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}

/** The address that the log names once the database is up to date; the rest of the log is read and dropped. */
function addressOf(server) {
  const lines = [];
  let address;
  return new Promise((resolve, reject) => {
    server.on('error', (error) => reject(new StepError(`moyan serve: ${error.message}`)));
    server.on('exit', () => reject(new StepError(`moyan serve ended:\n${lines.join('\n')}`)));
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (lines.length < 20) {
        lines.push(line);
      }
      address ??= /"listening on (http:[^"]+)"/.exec(line)?.[1];
      if (address && /"message":"ready"/.test(line)) {
        resolve(address);
      }
    });
  });
}
