import { ApiError } from '../api/api-error';
import type {
  Beat,
  Change,
  ChangeResult,
  SyncApi,
  WireBase,
  WireCategory,
  WireDocument,
} from '../sync/protocol';

interface Stored {
  base: WireBase;
  categories: Map<string, WireCategory>;
  documents: Map<string, WireDocument>;
  accepted: Map<string, number>;
  /** Every text that was accepted. */
  revisions: { documentId: string; revision: number; content: string; cause: string }[];
}

/** The rules of docs/sync.md for the server, in memory. */
export class ModelSyncServer implements SyncApi {
  readonly bases = new Map<string, Stored>();
  readonly images = new Map<string, Blob>();
  readonly #created = new Map<string, { body: string; made: WireBase }>();
  /** Called at each request; throws to cut it. `answered`: the server has done its work. */
  onRequest: (name: string, moment: 'asked' | 'answered') => void = () => undefined;
  presences: Beat['presences'] = [];
  /** The role may only read. */
  isReadOnly = false;
  nRequests = 0;

  async create(_teamId: string, base: { title: string; description: string }, key: string) {
    return this.#request('create', () => {
      const body = JSON.stringify(base);
      const known = this.#created.get(key);
      if (known !== undefined && known.body !== body) throw refusal(422, 'idempotency.keyReused');
      if (known !== undefined) return known.made;
      const made: WireBase = {
        ...base,
        id: crypto.randomUUID(),
        status: 'active',
        revision: 1,
        settingsRevision: 1,
        createdAt: new Date(0).toISOString(),
      };
      this.bases.set(made.id, {
        base: made,
        categories: new Map(),
        documents: new Map(),
        accepted: new Map(),
        revisions: [],
      });
      this.#created.set(key, { body, made });
      return { ...made };
    });
  }

  async read(_teamId: string, id: string) {
    return this.#request('read', () => ({ ...this.of(id).base }));
  }

  async describe(
    _teamId: string,
    id: string,
    changes: { title: string; description: string },
    settingsRevision: number,
  ) {
    return this.#request('describe', () => {
      if (this.isReadOnly) throw refusal(403, 'access.forbidden');
      const { base } = this.of(id);
      if (base.settingsRevision !== settingsRevision) throw refusal(409, 'knowledgeBase.changed');
      base.revision += 1;
      Object.assign(base, changes, { settingsRevision: base.revision });
      return { ...base };
    });
  }

  async pull(_teamId: string, id: string, since: number) {
    return this.#request('pull', () => {
      const { base, categories, documents } = this.of(id);
      if (since > base.revision) throw refusal(409, 'sync.futureRevision');
      const rows = [
        ...[...categories.values()].map((category) => ({ at: category.revision, category })),
        ...[...documents.values()].map((document) => ({ at: latest(document), document })),
      ]
        .filter(({ at }) => at > since)
        .sort((a, b) => a.at - b.at);
      // Small pages, so that their borders are met.
      const page = rows.slice(0, 5);
      const last = page.at(-1)?.at ?? base.revision;
      const whole = rows.filter(({ at }) => at <= last);
      const hasMore = whole.length < rows.length;
      return structuredClone({
        revision: hasMore ? last : base.revision,
        hasMore,
        categories: whole.flatMap((row) => ('category' in row ? [row.category] : [])),
        documents: whole.flatMap((row) => ('document' in row ? [row.document] : [])),
      });
    });
  }

  async push(_teamId: string, id: string, { changes }: { changes: readonly Change[] }) {
    return this.#request('push', () => {
      if (this.isReadOnly) throw refusal(403, 'access.forbidden');
      const stored = this.of(id);
      if (stored.base.status === 'archived') throw refusal(409, 'knowledgeBase.archived');
      const results = changes.map((change) => this.#apply(stored, change));
      return structuredClone({ revision: stored.base.revision, results });
    });
  }

  async beat(): Promise<Beat> {
    return this.#request('beat', () => ({
      knowledgeBases: [...this.bases.values()].map(({ base }) => base),
      presences: this.presences,
    }));
  }

  async imageNames() {
    return this.#request('imageNames', () => [...this.images.keys()]);
  }

  async putImage(_teamId: string, _id: string, name: string, image: Blob) {
    this.#request('putImage', () => {
      if (this.isReadOnly) throw refusal(403, 'access.forbidden');
      this.images.set(name, image);
    });
  }

  async getImage(_teamId: string, _id: string, name: string) {
    return this.#request('getImage', () => {
      const image = this.images.get(name);
      if (image === undefined) throw refusal(404, 'image.notFound');
      return image;
    });
  }

  async putDiagram() {
    this.#request('putDiagram', () => undefined);
  }

  of(id: string): Stored {
    const stored = this.bases.get(id);
    if (stored === undefined) throw refusal(404, 'knowledgeBase.notFound');
    return stored;
  }

  /** The server as it is now, to go back to. */
  backup(): () => void {
    const kept = structuredClone(this.bases);
    return () => {
      this.bases.clear();
      for (const [id, stored] of structuredClone(kept)) this.bases.set(id, stored);
    };
  }

  #request<T>(name: string, work: () => T): T {
    this.nRequests += 1;
    this.onRequest(name, 'asked');
    const answer = work();
    this.onRequest(name, 'answered');
    return answer;
  }

  #apply(stored: Stored, change: Change): ChangeResult {
    const { id } = change;
    const known = stored.accepted.get(id);
    if (known !== undefined) return { id, outcome: 'accepted', revision: known };
    const outcome = this.#outcome(stored, change);
    if (typeof outcome === 'string') return { id, outcome: 'refused', error: outcome };
    if (typeof outcome === 'object') return { id, outcome: 'conflict', current: outcome };
    stored.accepted.set(id, outcome);
    return { id, outcome: 'accepted', revision: outcome };
  }

  /** A revision, the document as it is, or the key of a refusal. */
  #outcome(stored: Stored, change: Change): number | WireDocument | string {
    const { base, categories, documents } = stored;
    const next = () => {
      base.revision += 1;
      return base.revision;
    };
    const isThere = (categoryId: string) => categories.get(categoryId)?.deletedAt === null;
    if (change.kind === 'putCategory') {
      const { categoryId, name, slug, categoryKind: kind, description, position } = change;
      const row = { id: categoryId, name, slug, kind, description, position, deletedAt: null };
      categories.set(categoryId, { ...row, revision: next() });
      return base.revision;
    }
    if (change.kind === 'deleteCategory') {
      const category = categories.get(change.categoryId);
      if (category === undefined || category.deletedAt !== null) return 'category.notFound';
      const inside = [...documents.values()].some(
        (one) => one.categoryId === category.id && one.deletedAt === null,
      );
      if (inside) return 'category.notEmpty';
      if ([...categories.values()].filter((one) => one.deletedAt === null).length <= 1) {
        return 'category.last';
      }
      Object.assign(category, { deletedAt: NOW, revision: next() });
      return base.revision;
    }
    const document = documents.get(change.documentId);
    if (change.kind === 'putText') {
      const { title, isNamed, routerPath, content } = change;
      const text = { title, isNamed, routerPath, content };
      const isSame =
        document?.deletedAt === null && TEXT.every((key) => document[key] === text[key]);
      if (isSame) return document.textRevision;
      if ((document?.textRevision ?? 0) !== change.baseRevision) {
        return document ?? 'document.notFound';
      }
      const isPlaced = document?.deletedAt === null;
      if (!isPlaced && !isThere(change.place.categoryId)) return 'category.notFound';
      const revision = next();
      const place = isPlaced
        ? {}
        : { ...this.#place(stored, change.documentId, change.place), placeRevision: revision };
      const made = {
        id: change.documentId,
        createdAt: change.createdAt,
        categoryId: '',
        parentId: null,
        position: 0,
        placeRevision: revision,
        ...document,
        ...text,
        ...place,
        textRevision: revision,
        updatedAt: NOW,
        deletedAt: null,
      };
      documents.set(change.documentId, made);
      const { documentId, cause } = change;
      stored.revisions.push({ documentId, revision, content, cause });
      return revision;
    }
    if (document === undefined) return 'document.notFound';
    if (change.kind === 'putPlace') {
      if (document.deletedAt !== null) return 'document.notFound';
      if (!isThere(change.categoryId)) return 'category.notFound';
      const place = this.#place(stored, change.documentId, change);
      Object.assign(document, place, { placeRevision: next() });
      return base.revision;
    }
    if (document.deletedAt !== null) return document.textRevision;
    if (document.textRevision !== change.baseRevision) return document;
    const revision = next();
    for (const child of documents.values()) {
      if (child.parentId !== document.id) continue;
      Object.assign(child, { parentId: document.parentId, placeRevision: revision });
    }
    Object.assign(document, { deletedAt: NOW, textRevision: revision });
    return revision;
  }

  #place(
    { documents }: Stored,
    id: string,
    {
      categoryId,
      parentId,
      position,
    }: { categoryId: string; parentId: string | null; position: number },
  ) {
    const parent = documents.get(parentId ?? '');
    let isSound = parent?.deletedAt === null && parent.categoryId === categoryId;
    for (let at = parent; at !== undefined; at = documents.get(at.parentId ?? '')) {
      if (at.id === id) isSound = false;
      if (!isSound) break;
    }
    return { categoryId, parentId: isSound ? parentId : null, position };
  }
}

const NOW = '2026-11-22T08:00:00Z';
const TEXT = ['title', 'isNamed', 'routerPath', 'content'] as const;

function latest({ textRevision, placeRevision }: WireDocument): number {
  return Math.max(textRevision, placeRevision);
}

function refusal(status: number, key: string): ApiError {
  return new ApiError(key, key, status);
}
