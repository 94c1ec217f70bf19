// Runs a program whose output matters only when it fails.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { StepError } from '../steps.mjs';

/**
 * Runs a program with its output in a file, which is removed when the program succeeds.
 *
 * - `options`: those of `spawn`, with `log`, the file.
 * - Throws a StepError with the file's last lines when it fails.
 */
export async function runLogged(program, args, { log, ...options }) {
  const output = createWriteStream(log);
  await once(output, 'open');
  const child = spawn(program, args, { ...options, stdio: ['ignore', output, output] });
  const status = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
  output.close();
  if (status !== 0) {
    const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n');
    throw new StepError(`${lines}\n${[program, ...args].join(' ')}: ${status}`);
  }
  rmSync(log);
}
