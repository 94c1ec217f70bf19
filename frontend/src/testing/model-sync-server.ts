import { ApiError } from '../api/api-error';
import type {
  Change,
  ChangeResult,
  Heartbeat,
  Seen,
  SyncApi,
  WireBase,
  WireCategory,
  WireDocument,
  WirePlace,
} from '../sync/protocol';

interface Stored {
  base: WireBase;
  teamId: string;
  categories: Map<string, WireCategory>;
  documents: Map<string, WireDocument>;
  accepted: Map<string, number>;
  /** All revisions are greater. */
  historyStart: number;
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
  presences: Heartbeat['presences'] = [];
  /** The role may only read. */
  isReadOnly = false;
  nRequests = 0;
  #nRestores = 0;

  async create(teamId: string, base: { title: string; description: string }, key: string) {
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
        teamId,
        categories: new Map(),
        documents: new Map(),
        accepted: new Map(),
        historyStart: 0,
        revisions: [],
      });
      this.#created.set(key, { body, made });
      return { ...made };
    });
  }

  async read(teamId: string, id: string) {
    return this.#request('read', () => ({ ...this.#in(teamId, id).base }));
  }

  async home(id: string) {
    return this.#request('home', () => this.of(id).teamId);
  }

  async describe(
    teamId: string,
    id: string,
    changes: { title: string; description: string },
    settingsRevision: number,
  ) {
    return this.#request('describe', () => {
      if (this.isReadOnly) throw refusal(403, 'access.forbidden');
      const { base } = this.#in(teamId, id);
      if (base.settingsRevision !== settingsRevision) throw refusal(409, 'knowledgeBase.changed');
      base.revision += 1;
      Object.assign(base, changes, { settingsRevision: base.revision });
      return { ...base };
    });
  }

  async pull(teamId: string, id: string, seen: Seen) {
    return this.#request('pull', () => {
      const { base, categories, documents, historyStart, accepted } = this.#in(teamId, id);
      const { revision: since } = seen;
      checkHistory(this.#in(teamId, id), seen);
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
        historyStart,
        revision: hasMore ? last : base.revision,
        lastChange: newestAccepted(accepted, hasMore ? last : base.revision),
        hasMore,
        categories: whole.flatMap((row) => ('category' in row ? [row.category] : [])),
        documents: whole.flatMap((row) => ('document' in row ? [pulled(row.document)] : [])),
      });
    });
  }

  async push(
    teamId: string,
    id: string,
    { changes, seen }: { changes: readonly Change[]; seen: Seen },
  ) {
    return this.#request('push', () => {
      if (this.isReadOnly) throw refusal(403, 'access.forbidden');
      const stored = this.#in(teamId, id);
      if (stored.base.purgesAt != null) throw refusal(409, 'knowledgeBase.inBin');
      if (stored.base.status === 'archived') throw refusal(409, 'knowledgeBase.archived');
      checkHistory(stored, seen);
      const results = changes.map((change) => this.#apply(stored, change));
      const { revision } = stored.base;
      const lastChange = newestAccepted(stored.accepted, revision);
      return structuredClone({ revision, lastChange, results });
    });
  }

  async heartbeat(teamId: string): Promise<Heartbeat> {
    return this.#request('heartbeat', () => ({
      knowledgeBases: [...this.bases.values()]
        .filter((stored) => stored.teamId === teamId)
        .map(({ base }) => base)
        .filter(({ purgesAt }) => purgesAt == null),
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

  /** Gives a knowledge base to another team. */
  move(id: string, teamId: string): void {
    this.of(id).teamId = teamId;
  }

  #in(teamId: string, id: string): Stored {
    const stored = this.of(id);
    if (stored.teamId !== teamId) throw refusal(404, 'knowledgeBase.notFound');
    return stored;
  }

  of(id: string): Stored {
    const stored = this.bases.get(id);
    if (stored === undefined) throw refusal(404, 'knowledgeBase.notFound');
    return stored;
  }

  /** The server as it is now, to go back to. What goes back to it starts new histories, unless it is put back by hand. */
  backup(): (isByHand?: boolean) => void {
    const kept = structuredClone(this.bases);
    return (isByHand = false) => {
      this.bases.clear();
      for (const [id, stored] of structuredClone(kept)) {
        this.bases.set(id, stored);
        if (!isByHand) this.#startHistory(stored);
      }
    };
  }

  #startHistory(stored: Stored): void {
    const { base, categories, documents, revisions } = stored;
    this.#nRestores += 1;
    const start = this.#nRestores * 1_000_000;
    const moved = start - stored.historyStart;
    stored.historyStart = start;
    stored.accepted.clear();
    base.revision += moved;
    base.settingsRevision += moved;
    for (const one of [...categories.values(), ...revisions]) one.revision += moved;
    for (const one of documents.values()) {
      one.textRevision += moved;
      one.placeRevision += moved;
    }
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
    switch (change.kind) {
      case 'putCategory':
        return this.#putCategory(stored, change);
      case 'deleteCategory':
        return this.#deleteCategory(stored, change);
      case 'putText':
        return this.#putText(stored, change);
      case 'putPlace':
        return this.#putPlace(stored, change);
      default:
        return this.#deleteDocument(stored, change);
    }
  }

  #putCategory({ base, categories }: Stored, change: ChangeOf<'putCategory'>): number {
    const { categoryId, name, slug, categoryKind: kind, description, position } = change;
    const row = { id: categoryId, name, slug, kind, description, position, deletedAt: null };
    const before = categories.get(categoryId);
    if (before !== undefined && isEqual(before, { ...before, ...row })) return before.revision;
    categories.set(categoryId, { ...row, revision: next(base) });
    return base.revision;
  }

  #deleteCategory(stored: Stored, { categoryId }: ChangeOf<'deleteCategory'>): number | string {
    const { base, categories, documents } = stored;
    const category = categories.get(categoryId);
    if (category === undefined) return base.revision;
    if (category.deletedAt !== null) return category.revision;
    const isInside = (one: WireDocument) => one.categoryId === categoryId && isThere(one);
    if ([...documents.values()].some(isInside)) return 'category.notEmpty';
    if ([...categories.values()].filter(isThere).length <= 1) return 'category.last';
    Object.assign(category, { deletedAt: NOW, revision: next(base) });
    return base.revision;
  }

  #putText(stored: Stored, change: ChangeOf<'putText'>): number | WireDocument | string {
    const { base, documents } = stored;
    const { documentId, title, isNamed, routerPath, content, cause } = change;
    const text = { title, isNamed, routerPath, content };
    const before = documents.get(documentId);
    const isSame = isThere(before) && TEXT.every((key) => before[key] === text[key]);
    if (isSame && before.isNamed === isNamed) return before.textRevision;
    if (before !== undefined && !isSame && before.textRevision !== change.baseRevision) {
      return before;
    }
    const place = isThere(before) ? before : this.#sound(stored, documentId, change.place);
    if (place === null) return 'category.notFound';
    const revision = next(base);
    documents.set(documentId, {
      ...place,
      id: documentId,
      createdAt: before?.createdAt ?? change.createdAt,
      placeRevision: isThere(before) ? before.placeRevision : revision,
      ...text,
      textRevision: revision,
      updatedAt: NOW,
      deletedAt: null,
    });
    stored.revisions.push({ documentId, revision, content, cause });
    return revision;
  }

  #putPlace(stored: Stored, change: ChangeOf<'putPlace'>): number | string {
    const { base, documents } = stored;
    const { documentId, categoryId, parentId, position } = change;
    const document = documents.get(documentId);
    if (document === undefined) return 'document.notFound';
    if (!isThere(document)) return document.placeRevision;
    const wanted = { categoryId, parentId, position };
    const place = this.#sound(stored, documentId, wanted);
    if (place === null) return 'category.notFound';
    const before = placeOf(document);
    if (isEqual(place, before) && isEqual(place, wanted)) return document.placeRevision;
    Object.assign(document, place, { placeRevision: next(base) });
    const { placeRevision } = document;
    if (place.categoryId !== before.categoryId) this.#moveBelow(stored, documentId, categoryId);
    return placeRevision;
  }

  /** What is below a document goes to another category with it. */
  #moveBelow(stored: Stored, documentId: string, categoryId: string): void {
    for (const child of stored.documents.values()) {
      if (child.parentId !== documentId || !isThere(child)) continue;
      Object.assign(child, { categoryId, placeRevision: next(stored.base) });
      this.#moveBelow(stored, child.id, categoryId);
    }
  }

  #deleteDocument(stored: Stored, change: ChangeOf<'deleteDocument'>): number | WireDocument {
    const { base, documents } = stored;
    const document = documents.get(change.documentId);
    if (document === undefined) return base.revision;
    if (!isThere(document)) return latest(document);
    if (document.textRevision !== change.baseRevision) return document;
    const revision = next(base);
    Object.assign(document, { deletedAt: NOW, placeRevision: revision });
    for (const child of documents.values()) {
      if (child.parentId !== document.id || !isThere(child)) continue;
      Object.assign(child, { parentId: document.parentId, placeRevision: next(base) });
    }
    return revision;
  }

  /** A place as it can be taken; null without its category. */
  #sound({ categories, documents }: Stored, id: string, wanted: WirePlace): WirePlace | null {
    const { categoryId, parentId, position } = wanted;
    if (!isThere(categories.get(categoryId))) return null;
    const parent = documents.get(parentId ?? '');
    let isValid = isThere(parent) && parent.categoryId === categoryId;
    for (let at = parent; isValid && at !== undefined; at = documents.get(at.parentId ?? '')) {
      if (at.id === id) isValid = false;
    }
    return { categoryId, parentId: isValid ? parentId : null, position };
  }
}

/** As the server does: the change that a browser names must be known, unless all of its time are forgotten. */
function checkHistory({ base, historyStart, accepted }: Stored, seen: Seen): void {
  const { revision, lastChange } = seen;
  const isWithin = revision === 0 || (revision > historyStart && revision <= base.revision);
  const [known, id = ''] = lastChange?.split(':') ?? [];
  const isSame =
    lastChange === null ||
    (accepted.has(id)
      ? String(accepted.get(id)) === known
      : newestAccepted(accepted, revision || base.revision) === null);
  if (!isWithin || !isSame) throw refusal(409, 'sync.futureRevision');
}

function newestAccepted(accepted: ReadonlyMap<string, number>, upTo: number): string | null {
  const known = [...accepted].filter(([, revision]) => revision <= upTo);
  const [newest] = known.sort(([, a], [, b]) => b - a);
  return newest === undefined ? null : `${newest[1]}:${newest[0]}`;
}

type ChangeOf<Kind> = Change & { kind: Kind };

const NOW = '2026-11-22T08:00:00Z';
const TEXT = ['title', 'routerPath', 'content'] as const;

function next(base: WireBase): number {
  base.revision += 1;
  return base.revision;
}

function isThere<Row extends { deletedAt?: string | null | undefined }>(
  row: Row | undefined,
): row is Row & { deletedAt?: null | undefined } {
  return row !== undefined && row.deletedAt == null;
}

function placeOf({ categoryId, parentId, position }: WireDocument): WirePlace {
  return { categoryId, parentId: parentId ?? null, position };
}

/** A tombstone goes without its text. */
function pulled(document: WireDocument): WireDocument {
  return isThere(document) ? document : { ...document, content: '' };
}

function isEqual<Row extends object>(one: Row, other: Row): boolean {
  return (Object.keys(one) as (keyof Row)[]).every((key) => one[key] === other[key]);
}

function latest({ textRevision, placeRevision }: WireDocument): number {
  return Math.max(textRevision, placeRevision);
}

function refusal(status: number, key: string): ApiError {
  return new ApiError(key, key, status);
}
