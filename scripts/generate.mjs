// Writes the generated files again, or says whether they are current.
//
// Usage: node scripts/generate.mjs [--check]

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

/** The hash of a file, or of every file of a folder. */
function hashOf(place) {
  const hash = createHash('sha256');
  const file = path.join(root, place);
  if (!existsSync(file)) {
    return 'missing';
  }
  const names = statSync(file).isDirectory() ? readdirSync(file).sort() : [''];
  for (const name of names) {
    hash.update(`${name}\0`).update(readFileSync(path.join(file, name)));
  }
  return hash.digest('hex');
}

/** Generates everything; returns the outputs that changed by it. */
export async function generate() {
  // The package selection of the Rust tests: what they have compiled is not compiled again.
  await run('cargo', ['build', '--workspace', '--all-targets', '--locked', '--quiet']);
  const before = generated.map(({ output }) => hashOf(output));
  for (const { command } of generated) {
    const [program, ...args] = command;
    await run(program, args);
  }
  return generated
    .filter(({ output }, index) => hashOf(output) !== before[index])
    .map(({ output }) => output);
}

if (process.argv[1] === import.meta.filename) {
  const changed = await generate();
  console.log(changed.length > 0 ? `Written: ${changed.join(', ')}` : 'Everything was current.');
  process.exitCode = process.argv.includes('--check') && changed.length > 0 ? 1 : 0;
}
