// What a reader downloads, in brotli at its best.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotli, filesBelow } from '../serve.mjs';
import { frontend } from '../tools.mjs';

const engineFolder = join(frontend, 'src/engine/pkg');

const sizeOf = (path) => {
  const body = readFileSync(path);
  return { raw: body.length, brotli: brotli(body).length };
};

const sum = (sizes) =>
  sizes.reduce((a, b) => ({ raw: a.raw + b.raw, brotli: a.brotli + b.brotli }), {
    raw: 0,
    brotli: 0,
  });

/** Each engine package that is built: its module, and any data beside it. Its glue is bundled with the editor's scripts. */
export function engineSizes() {
  const sizes = {};
  for (const name of ['article', 'highlight', 'export', 'math']) {
    if (!existsSync(join(engineFolder, name))) continue;
    const files = filesBelow(join(engineFolder, name));
    const some = (test) =>
      sum(files.filter(({ path }) => test(basename(path))).map(({ path }) => sizeOf(path)));
    sizes[name] = some((file) => /_bg\.wasm$/.test(file));
    const data = some((file) => /\.(packdump|txt|bin|ttf)$/.test(file));
    if (data.raw > 0) sizes[`${name} data`] = data;
  }
  return sizes;
}
