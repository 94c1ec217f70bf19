import { ArchiveError } from '../../lib/files/archive-error';
import { crc32, type ZipFile } from '../../lib/files/zip';

/** Pictures that are data in a text become files of an archive, and come back as the same data. */

const DATA_PICTURE = /data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})/g;
/** Shorter data stays in the text: a file would be no easier to read. */
const MIN_CHARS = 120;

const EXTENSIONS = { png: 'png', jpeg: 'jpg', gif: 'gif', webp: 'webp' } as const;
type Kind = keyof typeof EXTENSIONS;

interface Extracted {
  text: string;
  /** Path in the archive by the address that the text has now. */
  addresses: Record<string, string>;
  pictures: Map<string, Uint8Array>;
}

/** The text at `path` with paths in place of picture data, and the pictures as files. */
export function withPictures(text: string, path: string): Extracted {
  const up = '../'.repeat(path.split('/').length - 1);
  const addresses: Record<string, string> = {};
  const pictures = new Map<string, Uint8Array>();
  const next = text.replace(DATA_PICTURE, (data: string, kind: Kind, base64: string) => {
    const bytes = data.length < MIN_CHARS ? null : decoded(base64);
    if (bytes === null) return data;
    const sum = crc32(bytes).toString(16).padStart(8, '0');
    const name = `images/${sum}-${bytes.length}.${EXTENSIONS[kind]}`;
    const address = up + name;
    // A path that the author wrote must not become data when the archive is read.
    if (text.includes(address)) return data;
    const known = pictures.get(name);
    if (known !== undefined && !isEqual(known, bytes)) return data;
    pictures.set(name, bytes);
    addresses[address] = name;
    return address;
  });
  return { text: next, addresses, pictures };
}

/** A picture's name in an archive, as `withPictures` gives it. */
const NAME = /images\/[0-9a-f]{8}-\d{1,12}\.(?:png|jpg|gif|webp)/g;
const NAME_ONLY = new RegExp(`^${NAME.source}$`);
const ABOVE = /^(?:\.\.\/)*$/;

/** How many characters of picture data the texts of an archive may still get. */
export interface DataBudget {
  chars: number;
}

/**
 * The text with its pictures as data again.
 *
 * Errors: `archive.notBackup` for an address that no backup of ours has; `archive.tooLarge` when `budget` is used up.
 */
export function withData(
  text: string,
  addresses: Record<string, string>,
  read: (path: string) => Uint8Array,
  budget: DataBudget,
): string {
  const listed = new Map<string, { up: string; data: string }>();
  for (const [address, path] of Object.entries(addresses)) {
    const up = address.slice(0, -path.length);
    if (!NAME_ONLY.test(path) || address !== up + path || !ABOVE.test(up)) {
      throw new ArchiveError('archive.notBackup', address.slice(0, 100));
    }
    const extension = path.split('.').at(-1) ?? '';
    const kind = extension === 'jpg' ? 'jpeg' : extension;
    listed.set(path, { up, data: `data:image/${kind};base64,${encoded(read(path))}` });
  }
  if (listed.size === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const { 0: path, index } of text.matchAll(NAME)) {
    const picture = listed.get(path);
    const start = index - (picture?.up.length ?? 0);
    if (picture === undefined || start < end || !text.startsWith(picture.up, start)) continue;
    budget.chars -= picture.data.length;
    if (budget.chars < 0) throw new ArchiveError('archive.tooLarge', path);
    parts.push(text.slice(end, start), picture.data);
    end = index + path.length;
  }
  return parts.join('') + text.slice(end);
}

export function pictureFiles(pictures: ReadonlyMap<string, Uint8Array>): ZipFile[] {
  return [...pictures]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, bytes]) => ({ path, bytes, time: 0 }));
}

/** The bytes, or null when encoding them again would give other characters. */
function decoded(base64: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return encoded(bytes) === base64 ? bytes : null;
  } catch {
    return null;
  }
}

export function encoded(bytes: Uint8Array): string {
  let letters = '';
  // Arguments are limited in number.
  for (let i = 0; i < bytes.length; i += 8192) {
    letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(letters);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
