// Runs the steps of a task and says which are running.

import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { environment, root } from './paths.mjs';

/** A step that did not pass. */
export class StepError extends Error {}

/**
 * Runs what a script is for, and ends it with 1 and a sentence when a step did not pass.
 *
 * A signal ends it as an error does, so that what it has started is stopped.
 */
export async function runScript(main) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => process.exit(1));
  }
  try {
    await main();
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}

/** What the programs of a step have printed, when another step is printing. */
const output = new AsyncLocalStorage();

/**
 * Runs a program in the repository and waits for it.
 *
 * - `options.cwd`: where; the repository by default.
 * - `options.env`: variables beside those of every step.
 * - Throws a StepError when it cannot be started or does not exit with 0.
 */
export async function run(program, args, options = {}) {
  const kept = output.getStore();
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: environment(options.env),
    stdio: kept ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  for (const stream of kept ? [child.stdout, child.stderr] : []) {
    stream.on('data', (bytes) => kept.push(bytes));
  }
  // When another step fails, this process ends, and the program must not outlive it.
  const end = () => child.kill();
  process.on('exit', end);
  const status = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  process.off('exit', end);
  if (status !== 0) {
    throw new StepError(`${[program, ...args].join(' ')}: ${status}`);
  }
}

/**
 * Runs steps in their order and ends the process with 1 at the first that fails.
 *
 * A step:
 * - `name`: what is printed of it.
 * - `run(part)`: does it; `part` is what `chosenSteps` was asked for, or undefined.
 * - `key`: its name on the command line, and in the lists of others.
 * - `needs`: keys of the steps that must have passed before, wherever it runs.
 * - `after`: keys of the steps that it waits for when they run too.
 *
 * With `concurrency` 2, a step starts beside another as soon as what it waits for has passed.
 * What its programs print is then shown when it has ended, so that no lines of two steps mix.
 */
export async function runSteps(task, steps, { concurrency = 1 } = {}) {
  const started = Date.now();
  const waiting = [...steps];
  const running = new Map();
  const isOpen = (key) => [...waiting, ...running.keys()].some((step) => step.key === key);
  const isReady = ({ needs = [], after = [] }) => ![...needs, ...after].some(isOpen);
  while (waiting.length + running.size > 0) {
    const ready = waiting.findIndex(isReady);
    if (ready >= 0 && running.size < concurrency) {
      const [step] = waiting.splice(ready, 1);
      running.set(step, runStep(task, step, running.size > 0));
    } else if (running.size > 0) {
      running.delete(await Promise.race(running.values()));
    } else {
      throw new Error(`steps wait for each other: ${waiting.map(({ key }) => key).join(', ')}`);
    }
  }
  console.log(`\n${task} passed: ${steps.length} steps, ${seconds(started)}`);
}

/** Runs one step and returns it; ends the process when it fails. */
async function runStep(task, step, isBeside) {
  const begun = Date.now();
  const kept = isBeside ? [] : undefined;
  console.log(isBeside ? `-- ${step.name}: begun` : `\n== ${step.name}`);
  const show = () => {
    if (kept) {
      console.log(`\n== ${step.name}`);
      process.stdout.write(Buffer.concat(kept));
    }
  };
  try {
    await output.run(kept, () => step.run(step.part));
  } catch (error) {
    show();
    console.error(error instanceof StepError ? error.message : error);
    console.error(`\n${task} failed at: ${step.name}`);
    process.exit(1);
  }
  show();
  console.log(`== ${step.name}: passed, ${seconds(begun)}`);
  return step;
}

/**
 * The steps that `chosen` names, and those they need.
 *
 * - `chosen`: keys, with a part behind a slash where a step takes one (`takesPart`): `journeys/writing`.
 * - Throws a StepError for an unknown key, or a part of a step that takes none.
 */
export function chosenSteps(steps, chosen) {
  const parts = new Map();
  const add = (key, part) => {
    const step = steps.find((step) => step.key === key);
    if (step === undefined) {
      const keys = steps.map(({ key, takesPart }) => (takesPart ? `${key}[/${takesPart}]` : key));
      throw new StepError(`no step ${key}; there are:\n  ${keys.join('\n  ')}`);
    }
    if (part !== undefined && step.takesPart === undefined) {
      throw new StepError(`${key} runs as a whole`);
    }
    parts.set(key, part ?? parts.get(key));
    for (const needed of step.needs ?? []) {
      add(needed);
    }
  };
  for (const name of chosen) {
    const [key, ...rest] = name.split('/');
    add(key, rest.length > 0 ? rest.join('/') : undefined);
  }
  return steps
    .filter(({ key }) => parts.has(key))
    .map((step) => ({ ...step, part: parts.get(step.key) }));
}

function seconds(since) {
  return `${Math.round((Date.now() - since) / 1000)} s`;
}
