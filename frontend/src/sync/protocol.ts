/** The protocol of docs/sync.md, as this app speaks it. Every call fails with an `ApiError`. */

export interface WireCategory {
  id: string;
  name: string;
  slug: string;
  kind: string;
  description: string;
  position: number;
  revision: number;
  /** RFC 3339; null while it is there. */
  deletedAt?: string | null | undefined;
}

export interface WireDocument {
  id: string;
  categoryId: string;
  parentId?: string | null | undefined;
  position: number;
  title: string;
  isNamed: boolean;
  routerPath: string;
  content: string;
  textRevision: number;
  placeRevision: number;
  createdAt: string;
  updatedAt: string;
  /** Nickname of who wrote the text. */
  author?: string | null | undefined;
  deletedAt?: string | null | undefined;
}

export interface WirePlace {
  categoryId: string;
  parentId: string | null;
  position: number;
}

export type Change = { id: string } & (
  | {
      kind: 'putCategory';
      categoryId: string;
      name: string;
      slug: string;
      categoryKind: string;
      description: string;
      position: number;
    }
  | {
      kind: 'putText';
      documentId: string;
      baseRevision: number;
      title: string;
      isNamed: boolean;
      routerPath: string;
      content: string;
      cause: 'edit' | 'merge' | 'restore';
      place: WirePlace;
      createdAt: string;
    }
  | ({ kind: 'putPlace'; documentId: string } & WirePlace)
  | { kind: 'deleteDocument'; documentId: string; baseRevision: number }
  | { kind: 'deleteCategory'; categoryId: string }
);

export type ChangeResult = { id: string } & (
  | { outcome: 'accepted'; revision: number }
  | { outcome: 'conflict'; current: WireDocument }
  | { outcome: 'refused'; error: string }
);

export interface PushAnswer {
  revision: number;
  /** Names the newest accepted change. */
  lastChange?: string | null | undefined;
  results: readonly ChangeResult[];
}

export interface WireBase {
  id: string;
  title: string;
  description: string;
  /** `archived` is read-only. */
  status: string;
  revision: number;
  settingsRevision: number;
  /** In the bin until then. */
  purgesAt?: string | null | undefined;
  createdAt: string;
}

export interface PulledPage {
  /** Revisions up to this one are from before the server was restored; 0 when it never was. */
  historyStart: number;
  revision: number;
  /** Names the newest accepted change up to this revision. */
  lastChange?: string | null | undefined;
  hasMore: boolean;
  categories: readonly WireCategory[];
  documents: readonly WireDocument[];
}

/** What was seen of a knowledge base. */
export interface Seen {
  /** Up to where it was pulled; 0: nothing. */
  revision: number;
  /** That of the last answer. */
  lastChange: string | null;
}

export interface Heartbeat {
  knowledgeBases: readonly { id: string; revision: number }[];
  presences: readonly {
    knowledgeBaseId: string;
    documentId: string;
    userId: string;
    nickname: string;
    avatarUrl?: string | null | undefined;
  }[];
}

/** What a knowledge base is made with. The server makes none that is archived. */
export interface NewWireBase {
  title: string;
  description: string;
  category?: 'techDocs' | 'productManual' | 'tutorial' | 'other';
  status?: 'active' | 'draft';
}

export interface SyncApi {
  /** The same key makes one knowledge base, however often it is sent. */
  create(teamId: string, base: NewWireBase, key: string): Promise<WireBase>;
  read(teamId: string, id: string): Promise<WireBase>;
  /** The team that has it now. */
  home(id: string): Promise<string>;
  /** Fails with status 409 on another revision of the settings. */
  describe(
    teamId: string,
    id: string,
    base: { title: string; description: string },
    settingsRevision: number,
  ): Promise<WireBase>;
  /** What changed after what was seen. As `push`, it fails with `sync.futureRevision` on another history. */
  pull(teamId: string, id: string, seen: Seen): Promise<PulledPage>;
  push(
    teamId: string,
    id: string,
    body: { device: string; seen: Seen; changes: readonly Change[] },
  ): Promise<PushAnswer>;
  heartbeat(
    teamId: string,
    open: { knowledgeBaseId: string; documentId: string } | null,
  ): Promise<Heartbeat>;
  imageNames(teamId: string, id: string): Promise<readonly string[]>;
  putImage(teamId: string, id: string, name: string, image: Blob): Promise<void>;
  getImage(teamId: string, id: string, name: string): Promise<Blob>;
  putDiagram(teamId: string, id: string, hash: string, svg: string): Promise<void>;
}
