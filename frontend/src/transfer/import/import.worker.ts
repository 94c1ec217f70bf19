import { loadSource } from '../../engine/source';
import { KeyedError, messageOf } from '../../lib/keyed-error';
import { orderAtEnd } from '../../lib/posts/post-order';
import { listCategories } from '../../storage/categories';
import {
  hasAnyOf,
  type LibraryRecords,
  listKnowledgeBases,
  restoreRecords,
} from '../../storage/knowledge-bases';
import { listPosts } from '../../storage/posts';
import { withNewIds } from '../archive/new-ids';
import { keepImages } from '../local-images';
import type { ImportFile, ImportPlan, SourceKind } from './model';
import { planOwn } from './own-archive';
import { planImport, recognizedKind, settingsOf, withoutSharedFolder } from './plan';
import { type ImportTarget, intoBase, type KnownBase, plannedRecords } from './records';
import { type ImportReport, planReport } from './report';
import { type FoundBackup, unpackedFiles } from './unpack-files';
import { vectorsOf } from './vectors';

/** How the author wants it. */
export interface ImportChoice {
  /** Null: as it is recognized. */
  kind: SourceKind | null;
  target: ImportTarget;
}

export type ImportRequest =
  | { read: ImportFile[] }
  /** Pictures in place of the drawings that were read. */
  | { pictures: ImportFile[] }
  | { plan: ImportChoice }
  /** Writes what was planned last. */
  | { commit: true };

export type ImportPhase = 'vectors' | 'planning' | 'images' | 'writing';

export type ImportAnswer =
  | { progress: { phase: ImportPhase; done: number; total: number } }
  | { read: ReadFiles }
  | { taken: true }
  | { report: ImportReport }
  | { written: LibraryRecords }
  | { failure: { key: string; message: string } };

/** What the files are, before anything is planned. */
export interface ReadFiles {
  /** A backup of everything, if that is what they are. */
  backup: FoundBackup | null;
  recognized: SourceKind;
  /** Name of the folder or archive around everything; empty when there is none. */
  name: string;
  /** Images that a worker cannot draw. */
  vectors: ImportFile[];
}

/** Most titles that a report names. */
const TITLES_MAX = 100;

let files: ImportFile[] = [];
let recognized: SourceKind = 'markdown';
let name = '';
let planned: { plan: ImportPlan; records: LibraryRecords } | null = null;

self.addEventListener('message', async ({ data }: MessageEvent<ImportRequest>) => {
  try {
    post(await answer(data));
  } catch (error) {
    const key = error instanceof KeyedError ? error.key : 'import.failed';
    post({ failure: { key, message: messageOf(error) } });
  }
});

function post(message: ImportAnswer): void {
  self.postMessage(message);
}

const progress = (phase: ImportPhase) => (done: number, total: number) => {
  if (done % 20 === 0) post({ progress: { phase, done, total } });
};

async function answer(request: ImportRequest): Promise<ImportAnswer> {
  if ('read' in request) {
    const backup = read(request.read);
    return { read: { backup, recognized, name, vectors: vectorsOf(files) } };
  }
  if ('pictures' in request) {
    const drawn = new Map(request.pictures.map((picture) => [picture.path, picture]));
    files = files.map((one) => drawn.get(one.path) ?? one);
    return { taken: true };
  }
  if ('plan' in request) return { report: await plan(request.plan) };
  return { written: await commit() };
}

/** Unpacks the archives among the files. Returns a backup of everything, if that is what they are. */
function read(chosen: readonly ImportFile[]): FoundBackup | null {
  files = [];
  const found = unpackedFiles(chosen);
  if (!Array.isArray(found)) return found;
  files = found;
  const inner = withoutSharedFolder(files);
  recognized = recognizedKind(inner.files);
  const inSettings = settingsOf(recognized, inner.files).name;
  name = recognized === 'moyan' ? planOwn(files).name : inSettings || inner.name;
  return null;
}

async function plan({ kind, target }: ImportChoice): Promise<ImportReport> {
  const chosen = kind ?? recognized;
  const isIntoCategory = target.kind === 'base' && target.categoryId !== null;
  const { parseFrontMatter, categorySlug } = await loadSource();
  const own = chosen === 'moyan' ? planOwn(files) : null;
  const made: ImportPlan =
    own ??
    (await planImport(files, {
      kind: chosen,
      foldersAs: isIntoCategory ? 'documents' : 'categories',
      parseFrontMatter,
      categorySlug,
      onProgress: progress('planning'),
    }));
  const bases = await listKnowledgeBases();
  const fresh = own?.own.records ?? plannedRecords(made, made.name);
  const isCopy = await hasAnyOf(fresh);
  const records = isCopy ? withNewIds(fresh) : fresh;
  const known = target.kind === 'base' ? await knownBase(target.id) : null;
  const titles = known === null ? [] : known.titles;
  const same = made.documents.filter(({ title }) => titles.includes(title));
  planned = { plan: made, records: targeted(records, target, known, orderAtEnd(bases)) };
  return {
    ...planReport(made, recognized),
    sameTitles: same.slice(0, TITLES_MAX).map(({ title }) => title),
    nSameTitles: same.length,
    isNameTaken: target.kind === 'newBase' && bases.some(({ name }) => name === target.name),
    isCopy,
  };
}

function targeted(
  records: LibraryRecords,
  target: ImportTarget,
  known: KnownBase | null,
  order: number,
): LibraryRecords {
  if (target.kind === 'base') {
    if (known === null) throw new KeyedError('import.targetGone', target.id);
    return intoBase(records, known, target.categoryId);
  }
  const knowledgeBases = records.knowledgeBases.map((base) => ({
    ...base,
    name: target.name || base.name,
    order,
  }));
  return { ...records, knowledgeBases };
}

async function knownBase(id: string): Promise<(KnownBase & { titles: string[] }) | null> {
  const base = (await listKnowledgeBases()).find((one) => one.id === id);
  if (base === undefined) return null;
  const categories = await listCategories(id);
  const lastOrders = new Map<string, number>();
  const titles: string[] = [];
  for (const category of categories) {
    const posts = await listPosts(category.id);
    titles.push(...posts.map(({ title }) => title));
    const atTop = posts.filter(({ parentId }) => parentId === null);
    lastOrders.set(category.id, Math.max(0, ...atTop.map(({ order }) => order)));
  }
  return { base, categories, lastOrders, titles };
}

/** Images come first: a text never names one that is not there. The records are written all or not at all. */
async function commit(): Promise<LibraryRecords> {
  if (planned === null) throw new KeyedError('import.failed', 'nothing is planned');
  const { plan: made, records } = planned;
  const onImage = progress('images');
  await keepImages(made.images, (n) => onImage(n, made.images.size));
  post({ progress: { phase: 'writing', done: 0, total: records.posts.length } });
  await restoreRecords(records);
  return records;
}
