// A server of memory for the pages under measurement: brotli as in production, immutable assets,
// and the two headers that give the pages exact clocks and memory figures.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

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

/** Size of `body` as a browser downloads it, with brotli at its best. */
export const brotli = (body) =>
  brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

/** Every file below `folder`, by its address. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { address: `/${relative(folder, path).split(sep).join('/')}`, path };
    })
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

/**
 * Serves `folder` and `texts` (address to text) on a free port.
 *
 * - `fallback`: the address answered for unknown paths without an extension, as a single-page application needs.
 * - Returns `{ origin, add, bytesAsked, close }`; `add(address, text)` serves one text more, `bytesAsked(from, until)`
 *   counts the bodies that were asked for between two times, in milliseconds since 1970.
 */
export async function serve(folder, texts = {}, fallback = undefined) {
  const bodies = new Map(
    filesBelow(folder).map(({ address, path }) => [address, readFileSync(path)]),
  );
  for (const [address, text] of Object.entries(texts)) bodies.set(address, Buffer.from(text));
  // Packed at the first request; a measure therefore visits each page once before it counts.
  const packed = new Map();
  const asked = [];
  const server = createServer((request, response) => {
    const at = Date.now();
    const { pathname } = new URL(request.url, 'http://localhost');
    const address = bodies.has(pathname) || extname(pathname) ? pathname : fallback;
    const body = bodies.get(address);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (!packed.has(address)) packed.set(address, brotli(body));
    response.writeHead(200, {
      'content-type': types[extname(address)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'cache-control': address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    asked.push({ at, bytes: packed.get(address).length });
    response.end(packed.get(address));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    add: (address, text) => bodies.set(address, Buffer.from(text)),
    bytesAsked: (from, until) =>
      asked
        .filter(({ at }) => at >= from && at <= until)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
