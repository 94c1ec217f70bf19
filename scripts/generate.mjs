// Writes the generated files again, or says whether they are current.
//
// Usage: node scripts/generate.mjs [--check]

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { cargoTarget, root } from './paths.mjs';
import { run } from './steps.mjs';

const program = (name, ...args) => [path.join(cargoTarget, 'debug', name), ...args];
const openapi = 'frontend/src/api/generated/openapi.json';
const schema = 'frontend/src/api/generated/schema.d.ts';

/** What is generated, and by which command. */
const generated = [
  { command: program('moyan', 'openapi', '--output', openapi), output: openapi },
  { command: ['openapi-typescript', openapi, '--output', schema], output: schema },
  {
    command: [process.execPath, 'scripts/site-settings.mjs'],
    output: 'frontend/src/api/generated/site-settings.ts',
  },
  {
    command: [process.execPath, 'scripts/site-settings.mjs'],
    output: 'server/tests/data/site-settings-limits.json',
  },
  {
    command: [process.execPath, 'scripts/import-zones.mjs'],
    output: 'frontend/biome.zones.json',
  },
  { command: [process.execPath, 'scripts/site-icons.mjs'], output: 'server/src/icons/table.rs' },
  {
    command: program('xtask', 'grammars'),
    output: 'engine-wasm/highlight/assets/grammars.packdump',
  },
  { command: program('xtask', 'themes'), output: 'engine-wasm/highlight/themes' },
  {
    command: [process.execPath, 'scripts/math-glyphs.mjs'],
    output: 'engine-wasm/math/src/glyphs/outlines.bin',
  },
];

/** The files of an output, which is one or a folder: what they hold, and when they were written. */
function filesOf(output) {
  const place = path.join(root, output);
  if (!existsSync(place)) {
    return [];
  }
  const isFolder = statSync(place).isDirectory();
  const files = isFolder ? readdirSync(place).map((name) => path.join(place, name)) : [place];
  return files.map((file) => {
    const { atime, mtime } = statSync(file);
    return {
      file,
      hash: createHash('sha256').update(readFileSync(file)).digest('hex'),
      atime,
      mtime,
    };
  });
}

const contentsOf = (files) =>
  files
    .map(({ file, hash }) => `${file} ${hash}`)
    .sort()
    .join();

/**
 * Builds the programs that write what is generated, one of which journeys run.
 *
 * Dependencies have the features here that `make dev` builds them with; tests have more.
 *
 * - `cwd`: the sources; this repository when it is absent.
 */
export function buildPrograms({ cwd } = {}) {
  const chosen = ['-p', 'moyan-server', '-p', 'xtask', '--bins'];
  return run('cargo', ['build', ...chosen, '--locked', '--quiet'], { cwd });
}

/**
 * Generates everything; returns the outputs that changed by it.
 *
 * The others keep their times: cargo compiles what includes them again when they are newer.
 */
export async function generate() {
  await buildPrograms();
  const before = generated.map(({ output }) => filesOf(output));
  for (const { command } of generated) {
    const [program, ...args] = command;
    await run(program, args);
  }
  return generated
    .map(({ output }) => output)
    .filter((output, index) => {
      const isCurrent = contentsOf(filesOf(output)) === contentsOf(before[index]);
      for (const { file, atime, mtime } of isCurrent ? before[index] : []) {
        utimesSync(file, atime, mtime);
      }
      return !isCurrent;
    });
}

if (process.argv[1] === import.meta.filename) {
  const changed = await generate();
  console.log(changed.length > 0 ? `Written: ${changed.join(', ')}` : 'Everything was current.');
  process.exitCode = process.argv.includes('--check') && changed.length > 0 ? 1 : 0;
}
