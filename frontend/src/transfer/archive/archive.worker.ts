import { KeyedError, messageOf } from '../../lib/keyed-error';
import { localImageNames } from '../../lib/local-image';
import { readWholeBase } from '../../storage/knowledge-bases';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import { imagesOf } from '../local-images';
import { type LocalImageFiles, packBackup } from './archive';
import { packKnowledgeBase } from './knowledge-base-archive';

/** What the worker is asked: to pack all documents, or one knowledge base. */
export type ArchiveRequest =
  | { pack: LibrarySnapshot; images: LocalImageFiles }
  | { packBase: string };

/** The zip of a knowledge base, its name, and how many of its images are not here. */
export interface PackedBase {
  bytes: Uint8Array;
  name: string;
  nMissing: number;
}

export type ArchiveAnswer =
  | { packed: Uint8Array }
  | { packedBase: PackedBase }
  | { failure: { key: string; message: string } };

self.addEventListener('message', async ({ data }: MessageEvent<ArchiveRequest>) => {
  self.postMessage(await answer(data));
});

async function answer(request: ArchiveRequest): Promise<ArchiveAnswer> {
  try {
    if ('pack' in request) return { packed: packBackup(request.pack, request.images) };
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
  const texts = records.posts.map(({ content }) => content);
  const images = await imagesOf(texts);
  const bytes = packKnowledgeBase({ ...records, knowledgeBase }, images);
  const nNamed = new Set(texts.flatMap(localImageNames)).size;
  return { bytes, name: knowledgeBase.name, nMissing: nNamed - images.size };
}
