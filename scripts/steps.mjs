// Runs the steps of a task one after another and says which is running.

import { spawn } from 'node:child_process';
import { environment, root } from './paths.mjs';

/** A step that did not pass. */
export class StepError extends Error {}

/**
 * Runs a program in the repository and waits for it.
 *
 * - `options.cwd`: where; the repository by default.
 * - `options.env`: variables beside those of every step.
 * - Throws a StepError when it cannot be started or does not exit with 0.
 */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: environment(options.env),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const status = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
  if (status !== 0) {
    throw new StepError(`${[program, ...args].join(' ')}: ${status}`);
  }
}

/** Runs tasks side by side and waits for all of them. Throws the first failure of the list. */
export async function together(...tasks) {
  const results = await Promise.allSettled(tasks.map((task) => task()));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) {
    throw failed.reason;
  }
}

/**
 * Runs named steps in order and stops at the first that fails.
 *
 * `steps` is a list of [name, function].
 */
export async function runSteps(task, steps) {
  const started = Date.now();
  for (const [name, step] of steps) {
    const begun = Date.now();
    console.log(`\n== ${name}`);
    try {
      await step();
    } catch (error) {
      console.error(error instanceof StepError ? error.message : error);
      console.error(`\n${task} failed at: ${name}`);
      process.exit(1);
    }
    console.log(`== ${name}: passed, ${seconds(begun)}`);
  }
  console.log(`\n${task} passed: ${steps.length} steps, ${seconds(started)}`);
}

function seconds(since) {
  return `${Math.round((Date.now() - since) / 1000)} s`;
}
