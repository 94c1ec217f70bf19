import { ArchiveError } from '../../lib/files/archive-error';
import type { ZipLimits } from '../../lib/files/zip';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import {
  BACKUP_LIMITS,
  BASE_LIST,
  folderOf,
  holdsBackup,
  IMPORT_LIMITS,
  type LocalImageFiles,
  unpack,
  unpackFiles,
} from '../archive/archive';
import type { ImportFile } from './model';
import { isHidden, isSystem, sharedFolder } from './paths';

/** A backup of everything. */
export interface FoundBackup {
  all: LibrarySnapshot;
  images: LocalImageFiles;
}

/** What the archives of one import have brought together. */
interface Spent {
  entries: number;
  bytes: number;
}

/**
 * The chosen files with those in the archives among them, or a backup of everything, if that is what they are.
 *
 * Archives in archives are opened once: Notion packs one in another. One that cannot be read stays a file, because a
 * folder of notes may have any archive beside the texts; so does a backup beside other things. A backup that was packed
 * once more, alone, is found. Errors: {@link ArchiveError}.
 *
 * `ours`: the limits of archives of ours, which are larger; they too are those of all chosen files together.
 */
export function unpackedFiles(
  chosen: readonly ImportFile[],
  limits: ZipLimits = IMPORT_LIMITS,
  ours: ZipLimits = BACKUP_LIMITS,
): ImportFile[] | FoundBackup {
  checkAmount(chosen, limits);
  const spent: Spent = { entries: 0, bytes: 0 };
  const files: ImportFile[] = [];
  for (const file of chosen) {
    if (!isArchive(file)) {
      files.push(file);
      continue;
    }
    const unpacked = unpack(file.bytes, after(spent, limits), after(spent, ours));
    if (unpacked.kind === 'backup') return unpacked;
    const backup = onlyBackup(unpacked.files, after(spent, ours));
    if (backup !== null && chosen.length === 1) return backup;
    spend(spent, unpacked.files);
    const inner = unpacked.files.flatMap((one) =>
      isArchive(one) ? opened(one, spent, limits) : [one],
    );
    files.push(...named(file, inner));
  }
  checkAmount(files, limits);
  return files;
}

const isArchive = ({ path }: ImportFile) => /\.zip$/i.test(path);

/** The backup in an archive that holds nothing else. */
function onlyBackup(files: readonly ImportFile[], ours: ZipLimits): FoundBackup | null {
  const [only, ...others] = files.filter(({ path }) => !isHidden(path) && !isSystem(path));
  if (only === undefined || others.length > 0 || !isArchive(only)) return null;
  if (!holdsBackup(only.bytes)) return null;
  const unpacked = unpack(only.bytes, ours, ours);
  return unpacked.kind === 'backup' ? unpacked : null;
}

/** The files of an archive in an archive: never a backup, and within what is left for all of them. */
function opened(file: ImportFile, spent: Spent, limits: ZipLimits): ImportFile[] {
  let files: ImportFile[];
  try {
    files = unpackFiles(file.bytes, after(spent, limits));
  } catch (error) {
    const isTooMuch =
      error instanceof ArchiveError &&
      (error.key === 'archive.tooMany' || error.key === 'archive.tooLarge');
    if (isTooMuch) throw error;
    return [file];
  }
  spend(spent, files);
  return named(file, files);
}

const after = ({ entries, bytes }: Spent, limits: ZipLimits): ZipLimits => ({
  ...limits,
  maxEntries: limits.maxEntries - entries,
  maxBytes: limits.maxBytes - bytes,
});

function spend(spent: Spent, files: readonly ImportFile[]): void {
  spent.entries += files.length;
  for (const { bytes } of files) spent.bytes += bytes.length;
}

/** The name of an archive names what is in it, unless a folder does. */
function named(archive: ImportFile, files: readonly ImportFile[]): ImportFile[] {
  const shared = sharedFolder(files.map(({ path }) => path).filter((path) => !isSystem(path)));
  const start = shared === '' ? `${archive.path.replace(/\.zip$/i, '')}/` : '';
  return files.map((one) => ({ ...one, path: start + one.path }));
}

function checkAmount(list: readonly ImportFile[], limits: ZipLimits): void {
  const paths = list.map(({ path }) => path);
  if (folderOf(BASE_LIST, paths) !== null) return;
  if (list.length > limits.maxEntries) {
    throw new ArchiveError('archive.tooMany', String(list.length));
  }
  let bytes = 0;
  for (const file of list) {
    bytes += file.bytes.length;
    if (bytes > limits.maxBytes) throw new ArchiveError('archive.tooLarge', file.path);
  }
}
