// What the browser downloads must stay within its budget.
//
// Usage on its own: node scripts/check/sizes.mjs   (after scripts/build-wasm.mjs)

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { frontend } from '../paths.mjs';
import { report } from './problems.mjs';

const pkg = path.join(frontend, 'src', 'engine', 'pkg');
/**
 * Most KB (1000 bytes, brotli) that a set of modules may weigh; `beside` are the assets that come with them.
 */
const budgets = [
  { what: 'before the first preview', modules: ['article'], beside: [], maxKb: 230 },
  {
    what: 'with colors, names of emoji, copy and export',
    modules: ['article', 'highlight', 'export'],
    beside: ['.packdump', '.txt'],
    maxKb: 1200,
  },
  { what: 'formulas in a copied article', modules: ['math'], beside: [], maxKb: 900 },
];

/** Prints every size and throws when one is beyond its budget. */
export function checkSizes() {
  const problems = [];
  for (const { what, modules, beside, maxKb } of budgets) {
    const kb = modules.reduce((sum, name) => sum + moduleKb(name, beside), 0);
    console.log(`${modules.join(' + ')}: ${kb.toFixed(1)} KB of ${maxKb} KB, ${what}`);
    if (kb > maxKb) {
      problems.push(
        `${modules.join(' + ')}: ${kb.toFixed(1)} KB is more than ${maxKb} KB, ${what}`,
      );
    }
  }
  report(problems, 'every module is within its budget');
}

/** KB of what the browser loads of one module: the module and the assets beside it. */
function moduleKb(name, beside) {
  const wanted = ['.wasm', ...beside];
  const files = readdirSync(path.join(pkg, name)).filter((file) =>
    wanted.includes(path.extname(file)),
  );
  const bytes = files.map(
    (file) => brotliCompressSync(readFileSync(path.join(pkg, name, file))).length,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

if (process.argv[1] === import.meta.filename) {
  try {
    checkSizes();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
