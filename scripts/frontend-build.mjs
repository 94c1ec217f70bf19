// Builds the frontend into frontend/dist, and compresses what is worth it.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { frontend } from './paths.mjs';
import { run } from './steps.mjs';

const compressible = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
  '.packdump',
]);
/** Below this many bytes a compressed variant saves nothing that counts. */
const minBytes = 1024;

/**
 * Runs the frontend's build.
 *
 * `options.compress`: also write `.br` and `.gz` beside every file that shrinks, which the server prefers.
 */
export async function buildFrontend({ compress }) {
  const vite = path.join(frontend, 'node_modules', 'vite', 'bin', 'vite.js');
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: frontend });
  const dist = path.join(frontend, 'dist');
  const files = listFiles(dist);
  if (compress) {
    await Promise.all(files.map(compressFile));
  }
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(`frontend/dist: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

async function compressFile(file) {
  const content = readFileSync(file);
  if (!compressible.has(path.extname(file)) || content.length < minBytes) {
    return;
  }
  const brotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  };
  for (const [suffix, compressed] of [
    ['.br', await promisify(brotliCompress)(content, brotliOptions)],
    ['.gz', await promisify(gzip)(content, { level: 9 })],
  ]) {
    if (compressed.length < content.length) {
      writeFileSync(file + suffix, compressed);
    }
  }
}
