import { workerError } from '../../lib/browser/load-part';
import { ArchiveError } from '../../lib/files/archive-error';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import type { LocalImageFiles } from './archive';
import type { ArchiveAnswer, ArchiveRequest, PackedBase } from './archive.worker';
import type { WholeBase } from './knowledge-base-archive';

/** Packs a backup in a worker. */
export async function packInWorker(
  all: LibrarySnapshot,
  images: LocalImageFiles,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await ask({ pack: all, images });
  if (!('packed' in answer)) throw new ArchiveError('archive.failed', 'no archive');
  return answer.packed as Uint8Array<ArrayBuffer>;
}

/**
 * Packs one knowledge base in a worker, which reads it itself. `signal` ends it.
 *
 * Errors: {@link ArchiveError}.
 */
export async function packBaseInWorker(
  id: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<PackedBase> {
  return packedBaseOf(await ask({ packBase: id }, onProgress, signal));
}

/** As {@link packBaseInWorker}, of records that are handed over. */
export async function packWholeInWorker(
  base: WholeBase,
  images: LocalImageFiles,
  signal: AbortSignal,
): Promise<PackedBase> {
  return packedBaseOf(await ask({ packWhole: base, images }, undefined, signal));
}

function packedBaseOf(answer: ArchiveAnswer): PackedBase {
  if (!('packedBase' in answer)) throw new ArchiveError('archive.failed', 'no archive');
  return answer.packedBase;
}

function ask(
  request: ArchiveRequest,
  onProgress: (done: number, total: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<ArchiveAnswer> {
  const worker = new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ArchiveAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ArchiveAnswer>) => {
      if ('progress' in data) onProgress(data.progress.done, data.progress.total);
      else if ('failure' in data) reject(new ArchiveError(data.failure.key, data.failure.message));
      else resolve(data);
    });
    worker.addEventListener('error', (event) => reject(workerError(event, 'archive.failed')));
    signal?.addEventListener('abort', () => reject(new ArchiveError('archive.failed', 'ended')));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
