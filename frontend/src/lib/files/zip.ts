import { Inflate, zipSync } from 'fflate';
import { ArchiveError } from './archive-error';
import { decodeZipName, unicodePath } from './zip-names';

/** What an archive may hold at most. */
export interface ZipLimits {
  maxEntries: number;
  /** Bytes of all entries, unpacked. */
  maxBytes: number;
  /** Unpacked bytes for each packed one, above {@link FREE_BYTES}. */
  maxRatio: number;
  /** Files to which {@link maxRatio} does not apply. */
  exemptFromRatio?: ReadonlySet<string>;
}

/** Reads one file of an archive; null when it is larger than that, missing or damaged. */
export type ReadEntry = (path: string, maxBytes: number) => Uint8Array | null;

export interface ZipFile {
  path: string;
  bytes: Uint8Array;
  /** Milliseconds since 1970; zip knows the years 1980 to 2107. */
  time: number;
}

const FIRST_TIME = Date.UTC(1980, 0, 2);
const LAST_TIME = Date.UTC(2107, 11, 30);
/** Small entries may be packed as well as they like: a blank page is no bomb. */
const FREE_BYTES = 1_000_000;
const CHUNK_BYTES = 65_536;
/** Longest name of an entry, in UTF-16 units. */
const PATH_MAX_CHARS = 10_000;

/** Packs files in their order; the same files give the same bytes. */
export function writeZip(files: readonly ZipFile[]): Uint8Array {
  const entries = files.map(({ path, bytes, time }) => {
    const mtime = Math.min(LAST_TIME, Math.max(FIRST_TIME, time));
    // Pictures are packed already.
    const level = /\.(png|jpe?g|gif|webp)$/i.test(path) ? 0 : 6;
    return [path, [bytes, { mtime, level }]] as const;
  });
  return zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]);
}

/**
 * Unpacks an archive; folders are left out, and so are symbolic links, which hold only the name of another file. The
 * limits may depend on the names of the files, and on what an index among them says.
 *
 * - Names without the UTF-8 flag are read as {@link decodeZipName} says.
 * - Errors: {@link ArchiveError} for anything that is damaged, too much, or leads out of its folder. Nothing is
 *   returned then, and no more than the limits was unpacked.
 */
export function readZip(
  bytes: Uint8Array,
  limitsFor: ZipLimits | ((paths: readonly string[], read: ReadEntry) => ZipLimits),
): ZipFile[] {
  const entries = directory(bytes).filter(({ path, isLink }) => !path.endsWith('/') && !isLink);
  const read: ReadEntry = (path, maxBytes) => {
    const entry = entries.find((one) => one.path === path);
    if (entry === undefined || entry.size > maxBytes) return null;
    try {
      return unpacked(bytes, entry);
    } catch (error) {
      if (error instanceof ArchiveError) return null;
      throw error;
    }
  };
  const limits =
    typeof limitsFor === 'function'
      ? limitsFor(
          entries.map(({ path }) => path),
          read,
        )
      : limitsFor;
  // Everything that the directory says is checked before anything but an index is unpacked.
  check(entries, limits, bytes.length);
  return entries.map((entry) => ({ path: entry.path, bytes: unpacked(bytes, entry), time: 0 }));
}

function check(entries: readonly Entry[], limits: ZipLimits, archiveBytes: number): void {
  if (entries.length > limits.maxEntries) {
    throw new ArchiveError('archive.tooMany', String(entries.length));
  }
  const seen = new Set<string>();
  let left = limits.maxBytes;
  let packedLeft = archiveBytes;
  for (const { path, size, packedSize } of entries) {
    checkPath(path);
    if (seen.has(path)) throw new ArchiveError('archive.duplicate', path);
    seen.add(path);
    const isBomb = size > FREE_BYTES && size > packedSize * limits.maxRatio;
    if (isBomb && !limits.exemptFromRatio?.has(path)) throw new ArchiveError('archive.ratio', path);
    left -= size;
    if (left < 0) throw new ArchiveError('archive.tooLarge', path);
    packedLeft -= packedSize;
    // Entries that share their bytes.
    if (packedLeft < 0) throw corrupt(path);
  }
}

interface Entry {
  path: string;
  isLink: boolean;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const UNIX = 3;
const MODE_KIND = 0xf000;
const MODE_LINK = 0xa000;
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 65_535;

/** The entries as the directory at the end of the archive lists them. */
function directory(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endRecord(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff)
    throw new ArchiveError('archive.unsupported', 'zip64');
  const entries: Entry[] = [];
  let at = start;
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) throw corrupt('directory');
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const extraAt = at + 46 + nameLength;
    const extraLength = view.getUint16(at + 30, true);
    const next = extraAt + extraLength + view.getUint16(at + 32, true);
    if (next > end) throw corrupt('directory');
    const extra = bytes.subarray(extraAt, extraAt + extraLength);
    const path = nameOf(bytes.subarray(at + 46, extraAt), extra, (flags & 0x800) !== 0);
    if ((flags & 1) !== 0) throw new ArchiveError('archive.encrypted', path);
    // The upper half of the attributes is the file's mode where a Unix system wrote the archive.
    const isUnix = view.getUint8(at + 5) === UNIX;
    const mode = view.getUint16(at + 40, true);
    entries.push({
      path,
      isLink: isUnix && (mode & MODE_KIND) === MODE_LINK,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at = next;
  }
  return entries;
}

function endRecord(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new ArchiveError('archive.notZip', 'no end record');
}

function nameOf(raw: Uint8Array, extra: Uint8Array, isUtf8: boolean): string {
  const name = isUtf8
    ? new TextDecoder().decode(raw)
    : (unicodePath(extra, crc32(raw)) ?? decodeZipName(raw));
  // The current folder says nothing: some programs begin every name with it.
  const path = name.replaceAll('\\', '/').replace(/(^|\/)(?:\.\/)+/g, '$1');
  // An entry for that folder itself is a folder, and no name that is missing.
  return path === '' && name !== '' ? './' : path;
}

/** Refuses names that would lead out of the archive's own folder, or that no system takes. */
function checkPath(path: string): void {
  const parts = path.split('/');
  const isUnsafe =
    path.startsWith('/') ||
    /^[a-z]:/i.test(path) ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    /[\u0000-\u001f\u007f]/.test(path) ||
    parts.some((part) => part === '..' || part === '.' || part === '') ||
    path.length > PATH_MAX_CHARS;
  if (isUnsafe) throw new ArchiveError('archive.unsafePath', path.slice(0, 100));
}

function unpacked(bytes: Uint8Array, entry: Entry): Uint8Array {
  const { path, offset, packedSize, size } = entry;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) throw corrupt(path);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > bytes.length) throw corrupt(path);
  const packed = bytes.subarray(start, start + packedSize);
  if (entry.method !== 0 && entry.method !== 8) {
    throw new ArchiveError('archive.unsupported', path);
  }
  const content = entry.method === 0 ? packed : inflated(packed, size, path);
  if (content.length !== size || crc32(content) !== entry.crc) throw corrupt(path);
  return content;
}

/** Unpacks piece by piece, so that a size that lies is found out before the memory is full. */
function inflated(packed: Uint8Array, size: number, path: string): Uint8Array {
  const content = new Uint8Array(size);
  let at = 0;
  let isDone = false;
  const stream = new Inflate((piece, isFinal) => {
    if (at + piece.length > size) throw corrupt(path);
    content.set(piece, at);
    at += piece.length;
    isDone = isFinal;
  });
  try {
    for (let from = 0; from < packed.length; from += CHUNK_BYTES) {
      const to = from + CHUNK_BYTES;
      stream.push(packed.subarray(from, to), to >= packed.length);
    }
  } catch {
    throw corrupt(path);
  }
  if (!isDone || at !== size) throw corrupt(path);
  return content;
}

function corrupt(path: string): ArchiveError {
  return new ArchiveError('archive.corrupt', path);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1)
    value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The check sum that zip uses. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (CRC_TABLE[(sum ^ byte) & 0xff] as number) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
