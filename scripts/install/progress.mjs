// Says what set-up is doing, and for how long.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { StepError } from '../steps.mjs';

/** Seconds between two lines of a task that takes long. */
const everySeconds = 30;

export function say(text) {
  console.log(`setup: ${text}`);
}

/** Waits for a task, says when it begins and ends, and while it lasts that it still runs. */
export async function timed(name, task) {
  const begun = Date.now();
  const elapsed = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  say(name);
  const timer = setInterval(() => say(`${name}: ${elapsed()} so far`), everySeconds * 1000);
  try {
    const result = await task();
    say(`${name}: done in ${elapsed()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

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
    const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n');
    throw new StepError(`${lines}\n${[program, ...args].join(' ')}: ${status}`);
  }
  rmSync(log);
}
