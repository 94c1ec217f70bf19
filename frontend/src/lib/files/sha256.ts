/**
 * The SHA-256 of bytes. The browser makes it in secure contexts only, and a copy of Moyan may run on plain http.
 *
 * Source: FIPS 180-4, section 6.2.
 */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()));
  return hashOf(bytes);
}

/** Bytes in hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first 32 bits of what follows the point of a number. */
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
}

const PRIMES = primes(64);
const FIRST_HASH = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

function hashOf(bytes: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(padded.byteLength - 4, (bytes.length << 3) >>> 0);
  const hash = Uint32Array.from(FIRST_HASH);
  for (let at = 0; at < padded.byteLength; at += 64) addBlock(hash, padded, at);
  const result = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) result.setUint32(i * 4, word);
  return new Uint8Array(result.buffer);
}

/** Takes 64 bytes into the hash. */
function addBlock(hash: Uint32Array, bytes: DataView, at: number): void {
  const words = new Uint32Array(64);
  const word = (i: number) => words[i] ?? 0;
  for (let i = 0; i < 16; i += 1) words[i] = bytes.getUint32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [word(i - 15), word(i - 2)];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    words[i] = word(i - 16) + s0 + word(i - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + word(i)) | 0;
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] ?? 0) + x;
}
