// Runs the built product while something else asks it.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { cargoTarget, environment, frontend, root } from './places.mjs';
import { StepError } from './steps.mjs';

/**
 * Starts `moyan serve` over frontend/dist on a free port, calls `use(url)`, and stops the server.
 *
 * Throws a StepError with the server's last lines when it does not start.
 */
export async function whileServed(use) {
  const server = spawn(path.join(cargoTarget, 'debug', 'moyan'), ['serve'], {
    cwd: root,
    env: environment({
      BIND: '127.0.0.1:0',
      STATIC_DIR: path.join(frontend, 'dist'),
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'info',
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  // The server must not outlive this process, however it ends.
  const end = () => server.kill('SIGKILL');
  process.on('exit', end);
  try {
    return await use(await addressOf(server));
  } finally {
    server.kill('SIGTERM');
    await ended;
    process.off('exit', end);
  }
}

/** The address that the log names; the rest of the log is read and dropped. */
function addressOf(server) {
  const lines = [];
  return new Promise((resolve, reject) => {
    server.on('error', (error) => reject(new StepError(`moyan serve: ${error.message}`)));
    server.on('exit', () => reject(new StepError(`moyan serve ended:\n${lines.join('\n')}`)));
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (lines.length < 20) {
        lines.push(line);
      }
      const address = /"listening on (http:[^"]+)"/.exec(line)?.[1];
      if (address) {
        resolve(address);
      }
    });
  });
}
