import { ArchiveError } from '../../lib/zip';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import type { LocalImageFiles } from './archive';
import type { ArchiveAnswer, ArchiveRequest, PackedBase } from './archive.worker';

/** Packs a backup in a worker. */
export async function packInWorker(
  all: LibrarySnapshot,
  images: LocalImageFiles,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await ask({ pack: all, images });
  if (!('packed' in answer)) throw new ArchiveError('archive.failed', 'no archive');
  return answer.packed as Uint8Array<ArrayBuffer>;
}

/** Packs one knowledge base in a worker, which reads it itself. Errors: {@link ArchiveError}. */
export async function packBaseInWorker(id: string): Promise<PackedBase> {
  const answer = await ask({ packBase: id });
  if (!('packedBase' in answer)) throw new ArchiveError('archive.failed', 'no archive');
  return answer.packedBase;
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
