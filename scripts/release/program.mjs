// What a release is made of: the program, its version, and what the program writes about itself.

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { StepError } from '../steps.mjs';

/** Processors by Debian's names. */
const architectures = { x64: 'amd64', arm64: 'arm64' };

/** The processor that programs of this machine are for, as Debian names it. */
export const architecture = architectures[process.arch] ?? process.arch;

/** The version of the workspace. */
export function version() {
  const manifest = readFileSync(path.join(root, 'Cargo.toml'), 'utf8');
  return /^\[workspace\.package\]\nversion = "([^"]+)"$/m.exec(manifest)[1];
}

/**
 * When the commit was made, in seconds since 1970: the time of every file, so that a release can be made again.
 * `SOURCE_DATE_EPOCH` says it where there is no history (reproducible-builds.org), else it is now.
 */
export function commitTime() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: root,
    encoding: 'utf8',
  });
  const said = status === 0 ? stdout : process.env.SOURCE_DATE_EPOCH;
  return Number(said) || Math.floor(Date.now() / 1000);
}

/**
 * Runs a program in the repository.
 *
 * - Returns what it prints. Throws a StepError with its errors when it fails.
 */
export function output(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  });
  if (status !== 0) {
    throw new StepError(`${[program, ...args].join(' ')}: ${error?.message ?? stderr}`);
  }
  return stdout;
}

/** Writes manual pages to `man1` and completions to `completions` below a folder, which is made. */
export function writeManual(program, folder) {
  mkdirSync(folder, { recursive: true });
  output(program, ['manual', folder]);
}

/** Copies files into a folder, which is made. `files`: names in the repository, or `[name, new name]`. */
export function copyInto(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const file of files) {
    const [from, to] = typeof file === 'string' ? [file, path.basename(file)] : file;
    cpSync(path.join(root, from), path.join(folder, to), { recursive: true });
  }
}

/**
 * Lets everybody read what is below a folder, and its owner change it, whatever the umask and the modes were.
 *
 * - `programs`: files in it that can be run.
 */
export function setModes(folder, programs) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const isProgram = programs.includes(path.relative(folder, file));
    chmodSync(file, entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
}
