// Where things are: the repository, the cache outside it, the programs that `scripts/setup` installs.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The frontend's folder. */
export const frontend = path.join(root, 'frontend');

/** What survives a checkout: tools and, on CI, compiled code. */
export const cache = path.resolve(
  process.env.MOYAN_CACHE ||
    path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'moyan'),
);

/** wasm-bindgen and cargo-deny. */
export const toolsBin = path.join(cache, 'tools', 'bin');

/** True on a continuous integration machine, where compiled code is kept in the cache. */
export const onCi = Boolean(process.env.CI) && process.env.CI !== 'false';

/** Where cargo puts what it compiles. */
export const cargoTarget = path.resolve(
  root,
  process.env.CARGO_TARGET_DIR || (onCi ? path.join(cache, 'target') : 'target'),
);

/** The environment every step runs in. Output has colors only on a terminal. */
export function environment(extra = {}) {
  const { FORCE_COLOR, ...inherited } = process.env;
  const color = process.stdout.isTTY ? { FORCE_COLOR } : { NO_COLOR: '1' };
  return {
    ...inherited,
    ...color,
    PATH: [toolsBin, path.join(frontend, 'node_modules', '.bin'), process.env.PATH].join(
      path.delimiter,
    ),
    CARGO_TARGET_DIR: cargoTarget,
    ...extra,
  };
}

/** A path as the reader sees it: relative to the repository where it is inside. */
export function shown(file) {
  const relative = path.relative(root, file);
  return relative.startsWith('..') ? file : relative || '.';
}

/** True when the file or folder is there. */
export function there(...parts) {
  return existsSync(path.join(...parts));
}
