import { ArchiveError } from '../../lib/zip';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import type { LocalImageFiles, Unpacked } from './archive';
import type { ArchiveAnswer, ArchiveRequest } from './archive.worker';

/** Packs a backup in a worker. */
export async function packInWorker(
  all: LibrarySnapshot,
  images: LocalImageFiles,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await ask({ pack: all, images });
  if (!('packed' in answer)) throw new ArchiveError('archive.failed', 'no archive');
  return answer.packed as Uint8Array<ArrayBuffer>;
}

/** Unpacks an archive in a worker. Errors: {@link ArchiveError}. */
export async function unpackInWorker(bytes: Uint8Array): Promise<Unpacked> {
  const answer = await ask({ unpack: bytes });
  if (!('unpacked' in answer)) throw new ArchiveError('archive.failed', 'no content');
  return answer.unpacked;
}

function ask(request: ArchiveRequest): Promise<ArchiveAnswer> {
  const worker = new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ArchiveAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ArchiveAnswer>) => {
      if ('failure' in data) reject(new ArchiveError(data.failure.key, data.failure.message));
      else resolve(data);
    });
    worker.addEventListener('error', (event) =>
      reject(new ArchiveError('archive.failed', event.message)),
    );
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
