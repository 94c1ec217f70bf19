import { localImageNames } from '../../lib/images/local-image';
import { KeyedError, messageOf } from '../../lib/keyed-error';
import { readWholeBase } from '../../storage/knowledge-bases';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import { imagesOf } from '../local-images';
import { type LocalImageFiles, packBackup } from './archive';
import { packKnowledgeBase, type WholeBase } from './knowledge-base-archive';

/** What the worker is asked: to pack all documents, or one knowledge base, of this browser or as it is handed over. */
export type ArchiveRequest =
  | { pack: LibrarySnapshot; images: LocalImageFiles }
  | { packBase: string }
  | { packWhole: WholeBase; images: LocalImageFiles };

/** The zip of a knowledge base, its name, and how many of its images are not here. */
export interface PackedBase {
  bytes: Uint8Array;
  name: string;
  nMissing: number;
}

export type ArchiveAnswer =
  | { packed: Uint8Array }
  | { packedBase: PackedBase }
  /** Images that were read; more answers follow. */
  | { progress: { done: number; total: number } }
  | { failure: { key: string; message: string } };

self.addEventListener('message', async ({ data }: MessageEvent<ArchiveRequest>) => {
  self.postMessage(await answer(data));
});

async function answer(request: ArchiveRequest): Promise<ArchiveAnswer> {
  try {
    if ('pack' in request) return { packed: packBackup(request.pack, request.images) };
    if ('packWhole' in request) return { packedBase: packed(request.packWhole, request.images) };
    return { packedBase: await packedBase(request.packBase) };
  } catch (error) {
    const key = error instanceof KeyedError ? error.key : 'archive.failed';
    return { failure: { key, message: messageOf(error) } };
  }
}

async function packedBase(id: string): Promise<PackedBase> {
  const records = await readWholeBase(id);
  const [knowledgeBase] = records?.knowledgeBases ?? [];
  if (records === null || knowledgeBase === undefined) {
    throw new KeyedError('archive.failed', 'no such knowledge base');
  }
  const images = await imagesOf(
    records.posts.map(({ content }) => content),
    (done, total) => self.postMessage({ progress: { done, total } } satisfies ArchiveAnswer),
  );
  return packed({ ...records, knowledgeBase }, images);
}

function packed(base: WholeBase, images: LocalImageFiles): PackedBase {
  const bytes = packKnowledgeBase(base, images);
  const nNamed = new Set(base.posts.flatMap(({ content }) => localImageNames(content))).size;
  return { bytes, name: base.knowledgeBase.name, nMissing: nNamed - images.size };
}
