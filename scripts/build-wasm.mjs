// Builds the engine's modules for the browser into frontend/src/engine/pkg/<name>.
//
// Usage: node scripts/build-wasm.mjs [--dev] [--force] [article] [source] [highlight] [export] [math]
//   without names: all of them
//   --dev    compile quickly and leave the module unoptimized; an optimized one that is current will do
//   --force  build even what is current
//
// A module is current when the hash of everything it is made of stands in its stamp file.
// An optimized module is also kept in the cache under that hash, for other checkouts.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cache, cargoTarget, environment, frontend, root, shown } from './paths.mjs';
import { hashInputs } from './wasm/inputs.mjs';
import { featureArgs, modules, optimizeArgs } from './wasm/modules.mjs';

const rustTarget = 'wasm32-unknown-unknown';
const cargoArgs = ['--lib', '--target', rustTarget, '--locked', '--quiet'];
const bindgenArgs = ['--target', 'web'];
/** Versions of one module that the cache holds at most. */
const keptModules = 8;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { dev: { type: 'boolean' }, force: { type: 'boolean' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(modules);
const profile = flags.dev ? 'wasm-dev' : 'wasm';

for (const name of names) {
  if (!(name in modules)) {
    fail(`unknown module ${name}: choose from ${Object.keys(modules).join(', ')}`);
  }
}
for (const name of names) {
  buildModule(name);
}

/** Brings one module up to date. */
function buildModule(name) {
  const hash = hashInputs(modules[name].crate, [
    ...cargoArgs,
    ...featureArgs(name),
    ...bindgenArgs,
    ...optimizeArgs(name),
  ]);
  const outDir = path.join(frontend, 'src', 'engine', 'pkg', name);
  if (!flags.force && isCurrent(outDir, hash)) {
    return;
  }
  const kept = path.join(cache, 'wasm', name, hash);
  if (!flags.force && isCurrent(kept, hash)) {
    console.log(`wasm: ${name} from the cache`);
    replaceFolder(kept, outDir);
    return;
  }
  const started = Date.now();
  console.log(`wasm: building ${name}${flags.dev ? ' (unoptimized)' : ''}`);
  const staging = path.join(cargoTarget, 'wasm-modules', `${name}-${profile}`);
  rmSync(staging, { recursive: true, force: true });
  compile(name, staging);
  if (!flags.dev) {
    optimize(name, staging);
  }
  copyAssets(name, staging);
  writeFileSync(path.join(staging, '.stamp.json'), `${JSON.stringify({ hash, profile })}\n`);
  replaceFolder(staging, outDir);
  if (!flags.dev) {
    keep(staging, kept);
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `wasm: ${name}, ${Math.round(moduleBytes(outDir) / 1000)} KB, ${seconds} s, in ${shown(outDir)}`,
  );
}

/** Puts a finished module into the cache and forgets the oldest ones there. */
function keep(staging, kept) {
  replaceFolder(staging, kept);
  const folder = path.dirname(kept);
  const byAge = readdirSync(folder)
    .map((entry) => path.join(folder, entry))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(keptModules)) {
    rmSync(old, { recursive: true, force: true });
  }
}

/** Runs cargo for wasm32, then wasm-bindgen, which writes the module and its JavaScript into `outDir`. */
function compile(name, outDir) {
  const { crate } = modules[name];
  const crateArgs = ['--package', `moyan-${crate}`, '--profile', profile];
  run('cargo', ['build', ...crateArgs, ...cargoArgs, ...featureArgs(name)]);
  const compiled = path.join(cargoTarget, rustTarget, profile, `moyan_${crate}.wasm`);
  const outArgs = ['--out-dir', outDir, '--out-name', `moyan_${name}`];
  run('wasm-bindgen', [compiled, ...outArgs, ...bindgenArgs]);
}

/** Makes the module smaller and faster in place. */
function optimize(name, outDir) {
  const file = moduleFile(outDir);
  run(process.execPath, [wasmOpt(), ...optimizeArgs(name), file, '-o', file]);
}

/** The script behind npm's `wasm-opt`. */
function wasmOpt() {
  const file = path.join(frontend, 'node_modules', 'binaryen', 'bin', 'wasm-opt');
  return existsSync(file) ? file : fail('wasm-opt is missing: run scripts/setup');
}

function copyAssets(name, outDir) {
  const { crate, assets } = modules[name];
  for (const asset of assets) {
    const from = path.join(root, 'engine-wasm', crate, asset);
    if (!existsSync(from)) {
      fail(`${shown(from)} is missing: run make gen`);
    }
    cpSync(from, path.join(outDir, path.basename(asset)));
  }
}

function isCurrent(folder, hash) {
  const stamp = path.join(folder, '.stamp.json');
  if (!existsSync(stamp)) {
    return false;
  }
  const made = JSON.parse(readFileSync(stamp, 'utf8'));
  return made.hash === hash && (made.profile === profile || made.profile === 'wasm');
}

/** Replaces a folder's files by those of another; the stamp goes first and comes last. */
function replaceFolder(from, to) {
  mkdirSync(to, { recursive: true });
  rmSync(path.join(to, '.stamp.json'), { force: true });
  const wanted = new Set(readdirSync(from));
  for (const name of readdirSync(to)) {
    if (!wanted.has(name)) {
      rmSync(path.join(to, name), { recursive: true });
    }
  }
  for (const name of [...wanted].sort(
    (a, b) => Number(a === '.stamp.json') - Number(b === '.stamp.json'),
  )) {
    cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  }
}

function moduleFile(folder) {
  const name = readdirSync(folder).find((entry) => entry.endsWith('_bg.wasm'));
  return name ? path.join(folder, name) : fail(`wasm-bindgen left no module in ${shown(folder)}`);
}

function moduleBytes(folder) {
  return statSync(moduleFile(folder)).size;
}

function run(program, args) {
  const result = spawnSync(program, args, { cwd: root, env: environment(), stdio: 'inherit' });
  if (result.error) {
    fail(`${program} could not be started (${result.error.message}): run scripts/setup`);
  }
  if (result.status !== 0) {
    fail(`${program} failed`);
  }
}

function fail(message) {
  console.error(`wasm: ${message}`);
  process.exit(1);
}
