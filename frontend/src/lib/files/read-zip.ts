import {
  ERR_BAD_FORMAT,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_EOCDR_NOT_FOUND,
  ERR_SPLIT_ZIP_FILE,
  ERR_UNSUPPORTED_COMPRESSION,
  type FileEntry,
  Uint8ArrayReader,
  ZipReader,
  type ZipReaderConstructorOptions,
  // This variant brings no codecs and no worker.
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { Inflate } from 'fflate';
import { ArchiveError } from './archive-error';
import { crc32 } from './crc32';
import type { ZipFile } from './write-zip';
import { decodeZipName } from './zip-names';

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
export type ReadEntry = (path: string, maxBytes: number) => Promise<Uint8Array | null>;

/** Small entries may be packed as well as they like: a blank page is no bomb. */
const FREE_BYTES = 1_000_000;
/** Packed bytes that are unpacked at once, before the size is compared with the declared one. */
const CHUNK_BYTES = 65_536;
const NOWHERE = new WritableStream<Uint8Array>();
const STORED = 0;
const DEFLATED = 8;
/** Entries, folders among them, that are read before the limits are known: as many as zip had room for at first. */
const ENTRIES_MAX = 65_535;
/** Longest name of an entry, in UTF-16 units. */
const PATH_MAX_CHARS = 10_000;

const OPTIONS: ZipReaderConstructorOptions = {
  // The library reads where the entries lie and checks that no two overlap. Its streams take a millisecond for each
  // file, so that the bytes are unpacked here.
  checkOverlappingEntryOnly: true,
  // checkPath refuses what leads elsewhere.
  filenameValidation: 'tolerant',
  normalizeFilename: normalizePath,
  decodeText: (raw, encoding) => (encoding === 'utf-8' ? undefined : decodeZipName(raw)),
};

/**
 * Unpacks an archive; folders are left out, and so are symbolic links, which hold only the name of another file. The
 * limits may depend on the names of the files, and on what an index among them says.
 *
 * - Names without the UTF-8 flag are read as {@link decodeZipName} says.
 * - Errors: {@link ArchiveError} for anything that is damaged, too much, or leads out of its folder. Nothing is
 *   returned then, and no more than the limits was unpacked.
 */
export async function readZip(
  bytes: Uint8Array,
  limitsFor:
    | ZipLimits
    | ((paths: readonly string[], read: ReadEntry) => ZipLimits | Promise<ZipLimits>),
): Promise<ZipFile[]> {
  const entries = await directory(bytes);
  const read: ReadEntry = async (path, maxBytes) => {
    const entry = entries.find(({ filename }) => filename === path);
    if (entry === undefined || entry.uncompressedSize > maxBytes) return null;
    try {
      return await unpacked(bytes, entry);
    } catch (error) {
      if (error instanceof ArchiveError) return null;
      throw error;
    }
  };
  const paths = entries.map(({ filename }) => filename);
  const limits = typeof limitsFor === 'function' ? await limitsFor(paths, read) : limitsFor;
  // Everything that the directory says is checked before anything but an index is unpacked.
  check(entries, limits);
  const files: ZipFile[] = [];
  for (const entry of entries) {
    files.push({ path: entry.filename, bytes: await unpacked(bytes, entry), time: 0 });
  }
  return files;
}

/** The paths of the files in an archive, of which nothing is unpacked. Errors: {@link ArchiveError}. */
export async function listZip(bytes: Uint8Array): Promise<string[]> {
  return (await directory(bytes)).map(({ filename }) => filename);
}

function check(entries: readonly FileEntry[], limits: ZipLimits): void {
  if (entries.length > limits.maxEntries) {
    throw new ArchiveError('archive.tooMany', String(entries.length));
  }
  const seen = new Set<string>();
  let left = limits.maxBytes;
  for (const { filename: path, uncompressedSize: size, compressedSize } of entries) {
    checkPath(path);
    if (seen.has(path)) throw new ArchiveError('archive.duplicate', path);
    seen.add(path);
    const isBomb = size > FREE_BYTES && size > compressedSize * limits.maxRatio;
    if (isBomb && !limits.exemptFromRatio?.has(path)) throw new ArchiveError('archive.ratio', path);
    left -= size;
    if (left < 0) throw new ArchiveError('archive.tooLarge', path);
  }
}

/** The current folder says nothing: some programs begin every name with it. */
function normalizePath(name: string): string {
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

/** The files as the directory at the end of the archive lists them. */
async function directory(bytes: Uint8Array): Promise<FileEntry[]> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), OPTIONS);
  const files: FileEntry[] = [];
  let nEntries = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      nEntries += 1;
      if (nEntries > ENTRIES_MAX) throw new ArchiveError('archive.tooMany', String(nEntries));
      if (entry.encrypted) throw new ArchiveError('archive.encrypted', entry.filename);
      if (!entry.directory && !entry.symlink) files.push(entry);
    }
  } catch (error) {
    throw archiveError(error, 'directory');
  }
  return files;
}

async function unpacked(bytes: Uint8Array, entry: FileEntry): Promise<Uint8Array> {
  const { filename: path, compressedSize, uncompressedSize: size, compressionMethod } = entry;
  const start = await dataOffset(entry);
  const packed = bytes.subarray(start, start + compressedSize);
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    throw new ArchiveError('archive.unsupported', path);
  }
  const content = compressionMethod === STORED ? packed : inflated(packed, size);
  if (content?.length !== size || crc32(content) !== entry.crc32) {
    throw new ArchiveError('archive.corrupt', path);
  }
  return content;
}

/** Where the bytes of an entry begin, by its own header. Errors: {@link ArchiveError}. */
async function dataOffset(entry: FileEntry): Promise<number> {
  try {
    // Nothing is written: the entry is checked only.
    await entry.getData(NOWHERE);
  } catch (error) {
    throw archiveError(error, entry.filename);
  }
  return entry.localDirectory?.dataOffset ?? 0;
}

/**
 * Unpacks piece by piece, so that a size that lies is found out before the memory is full. Null when the bytes are
 * damaged, or unpack to more or less than `size`.
 */
function inflated(packed: Uint8Array, size: number): Uint8Array | null {
  const content = new Uint8Array(size);
  let at = 0;
  let isDone = false;
  const stream = new Inflate((piece, isFinal) => {
    // Throws a RangeError for a piece that is too much.
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
    return null;
  }
  return isDone && at === size ? content : null;
}

function archiveError(error: unknown, path: string): ArchiveError {
  if (error instanceof ArchiveError) return error;
  return new ArchiveError(keyOf(error instanceof Error ? error.message : ''), path);
}

function keyOf(message: string): string {
  switch (message) {
    case ERR_BAD_FORMAT:
    case ERR_EOCDR_NOT_FOUND:
      return 'archive.notZip';
    case ERR_ENCRYPTED_CENTRAL_DIRECTORY:
      return 'archive.encrypted';
    case ERR_UNSUPPORTED_COMPRESSION:
    case ERR_SPLIT_ZIP_FILE:
      return 'archive.unsupported';
    default:
      return 'archive.corrupt';
  }
}
