import { KeyedError, messageOf } from '../../lib/keyed-error';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import { type LocalImageFiles, packBackup, type Unpacked, unpack } from './archive';

/** What the worker is asked: to pack documents, or to unpack an archive. */
export type ArchiveRequest =
  | { pack: LibrarySnapshot; images: LocalImageFiles }
  | { unpack: Uint8Array };
export type ArchiveAnswer =
  | { packed: Uint8Array }
  | { unpacked: Unpacked }
  | { failure: { key: string; message: string } };

self.addEventListener('message', ({ data }: MessageEvent<ArchiveRequest>) => {
  self.postMessage(answer(data));
});

function answer(request: ArchiveRequest): ArchiveAnswer {
  try {
    if ('pack' in request) return { packed: packBackup(request.pack, request.images) };
    return { unpacked: unpack(request.unpack) };
  } catch (error) {
    const key = error instanceof KeyedError ? error.key : 'archive.corrupt';
    return { failure: { key, message: messageOf(error) } };
  }
}
