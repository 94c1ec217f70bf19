import { IMPORT_MAX_FILES } from './limits';
import type { ImportFile } from './model';

/** Files of an `<input>`; a chosen folder gives their paths. */
export async function readChosen(list: Iterable<File>): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  for (const file of list) {
    files.push({ path: file.webkitRelativePath || file.name, bytes: await bytesOf(file) });
  }
  return files;
}

/** A dropped item: an entry, which may be a folder, or a file in browsers without entries. */
export type Dropped = FileSystemEntry | File;

/** The items of a drop. Call it inside the event: the list is empty afterwards. */
export function droppedItems(transfer: DataTransfer): Dropped[] {
  return [...transfer.items]
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((dropped) => dropped !== null);
}

/** Dropped files, those in dropped folders included. */
export async function readDropped(dropped: readonly Dropped[]): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  const visit = async (one: Dropped) => {
    if (files.length > IMPORT_MAX_FILES) return;
    if (one instanceof File) files.push({ path: one.name, bytes: await bytesOf(one) });
    else if (one.isDirectory) for (const child of await childrenOf(one)) await visit(child);
    else {
      const file = await new Promise<File>((resolve, reject) =>
        (one as FileSystemFileEntry).file(resolve, reject),
      );
      files.push({ path: one.fullPath.replace(/^\//, ''), bytes: await bytesOf(file) });
    }
  };
  for (const one of dropped) await visit(one);
  return files;
}

/** A reader returns at most a hundred entries per call, and none at the end. */
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
