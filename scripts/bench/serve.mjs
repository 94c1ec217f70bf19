// A server of memory for the pages under measurement: brotli as in production, immutable assets,
// and the two headers that give the pages exact clocks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** How `make build` compresses. */
const best = (body) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  },
});

/** `body` as a browser downloads it, with brotli at its best. */
export const brotli = (body) => brotliCompressSync(body, best(body));

/** Every file below `folder`, by its address; compressed ones beside them are none. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { address: `/${relative(folder, path).split(sep).join('/')}`, path };
    })
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

/**
 * Serves `folder` and `texts` (address to text) on a free port, once all files are compressed.
 *
 * - A file that `make build` has compressed is served as it compressed it.
 * - `fallback`: the address answered for unknown paths without an extension, as a single-page application needs.
 * - Returns `{ origin, add, bytesAsked, close }`; `add(address, text)` serves one text more, `bytesAsked(from, until)`
 *   counts the bodies that were asked for between two times, in milliseconds since 1970.
 */
export async function serve(folder, texts = {}, fallback = undefined) {
  const bodies = new Map(
    filesBelow(folder).map(({ address, path }) => [address, readFileSync(path)]),
  );
  for (const [address, text] of Object.entries(texts)) bodies.set(address, Buffer.from(text));
  const compressed = new Map();
  const compress = async (address) => {
    const file = join(folder, `${address}.br`);
    const body = bodies.get(address);
    compressed.set(
      address,
      existsSync(file) ? readFileSync(file) : await promisify(brotliCompress)(body, best(body)),
    );
  };
  await Promise.all([...bodies.keys()].map(compress));
  const asked = [];
  const server = createServer((request, response) => {
    const at = Date.now();
    const { pathname } = new URL(request.url, 'http://localhost');
    const address = bodies.has(pathname) || extname(pathname) ? pathname : fallback;
    const body = compressed.get(address);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(address)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'cache-control': address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    asked.push({ at, bytes: body.length });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    add: (address, text) => compressed.set(address, brotli(Buffer.from(text))),
    bytesAsked: (from, until) =>
      asked
        .filter(({ at }) => at >= from && at <= until)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
