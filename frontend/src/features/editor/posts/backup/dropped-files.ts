import type { ImportFile } from './plan-import';

/** Most files that one import takes in, and their bytes together. */
export const IMPORT_MAX_FILES = 5_000;
export const IMPORT_MAX_BYTES = 500_000_000;

/** Files of an `<input>`; a chosen folder gives their paths. */
export async function readChosen(list: Iterable<File>): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  for (const file of list) {
    files.push({ path: file.webkitRelativePath || file.name, bytes: await bytesOf(file) });
  }
  return files;
}

/** Entries of a drop. They must be taken while the event lasts: afterwards the list is empty. */
export function entriesOf(transfer: DataTransfer): FileSystemEntry[] {
  return [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
}

/** Dropped files, those in dropped folders included. */
export async function readDropped(entries: readonly FileSystemEntry[]): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  const visit = async (entry: FileSystemEntry) => {
    if (files.length >= IMPORT_MAX_FILES) return;
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      files.push({ path: entry.fullPath.replace(/^\//, ''), bytes: await bytesOf(file) });
    }
    if (entry.isDirectory) for (const child of await childrenOf(entry)) await visit(child);
  };
  for (const entry of entries) await visit(entry);
  return files;
}

/** A reader gives a hundred entries at a time, and none at the end. */
async function childrenOf(entry: FileSystemEntry): Promise<FileSystemEntry[]> {
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
