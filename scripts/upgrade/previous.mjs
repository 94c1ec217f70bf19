// The program of the version before, built once for each commit.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildPrograms } from '../generate.mjs';
import { cargoTarget, root } from '../paths.mjs';
import { run, StepError } from '../steps.mjs';

const folder = path.join(cargoTarget, 'upgrade');

/** What git says. Throws a StepError where it says no. */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new StepError(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** The commit before the last one that added a migration. Throws a StepError in a clone that does not reach so far. */
export function commitBefore() {
  const last = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/*/up.sql');
  return git('rev-parse', '--verify', `${last}^`);
}

/**
 * The path of the program of a commit, by any of its names. Takes some minutes the first time,
 * and builds ours again then.
 *
 * Its dependencies are compiled into the same folder as ours, where most of them are the same.
 */
export async function programOf(name) {
  const commit = git('rev-parse', '--verify', `${name}^{commit}`);
  const program = path.join(folder, `moyan-${commit}`);
  if (existsSync(program)) return program;
  console.log(`upgrade: building the program of ${commit}`);
  const sources = path.join(folder, commit);
  rmSync(sources, { recursive: true, force: true });
  mkdirSync(sources, { recursive: true });
  const archive = `${sources}.tar`;
  git('archive', '--output', archive, commit);
  await run('tar', ['-xf', archive, '-C', sources]);
  rmSync(archive);
  await buildPrograms({ cwd: sources });
  // Moved and not copied: nobody takes it for ours when this ends here.
  renameSync(path.join(cargoTarget, 'debug', 'moyan'), program);
  await buildPrograms();
  // The sources stay: a program that is not optimized reads some of its files there.
  return program;
}
