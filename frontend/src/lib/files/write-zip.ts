import { zipSync } from 'fflate';

export interface ZipFile {
  path: string;
  bytes: Uint8Array;
  /** Milliseconds since 1970; zip knows the years 1980 to 2107. */
  time: number;
}

const FIRST_TIME = Date.UTC(1980, 0, 2);
const LAST_TIME = Date.UTC(2107, 11, 30);

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
