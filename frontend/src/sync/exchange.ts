import { BASE_DESCRIPTION_MAX_CHARS, BASE_TITLE_MAX_CHARS, ROUNDS_MAX } from '../config/sync';
import { KeyedError } from '../lib/keyed-error';
import { newId } from '../lib/new-id';
import { orderAtEnd } from '../lib/posts/post-order';
import { listCategories } from '../storage/categories';
import {
  getKnowledgeBase,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '../storage/knowledge-bases';
import { updatePostFields } from '../storage/posts';
import { BASE_STATUSES, type BaseStatus, type KnowledgeBaseRecord } from '../storage/schema';
import { applyRemote, type RemoteChanges } from '../storage/sync/apply';
import type { Applied } from '../storage/sync/apply-context';
import { idsOfOthers } from '../storage/sync/ids';
import {
  changeSyncBase,
  changeSyncItems,
  forgetSyncItems,
  getSyncBase,
  listSyncItems,
  type SentBase,
  type SyncBase,
  type SyncItem,
  type SyncProblem,
} from '../storage/sync/rows';
import { readLocal } from './local-state';
import { type Plan, planOf } from './plan';
import type { NewWireBase, PulledPage, Seen, SyncApi, WireBase } from './protocol';
import { type PushHost, pushChanges } from './push';
import { cut, type FieldReader, Ids, localCategory, localDocument } from './wire';

/** What the exchange needs of the page around it. */
interface ExchangeHost {
  /** Name of this device, as others see it beside a revision. */
  device: string;
  /** Whether a tab is writing the document. */
  openPosts(): Promise<(postId: string) => boolean>;
  fieldReader(): Promise<FieldReader>;
  /** Documents were changed by what the server told. */
  onApplied(knowledgeBaseId: string, applied: Applied): void;
  /** Sends the images that the texts name, those that the server lacks; returns those that it may take later. */
  sendImages?(row: SyncBase, texts: readonly string[]): Promise<readonly string[]>;
  /** Whether the account that turned sync on is still the one that is logged in. */
  isOurs?(row: SyncBase): boolean;
  /** Fetches the images that the texts name, those that this browser lacks. */
  fetchImages?(row: SyncBase, texts: readonly string[]): Promise<void>;
}

/** A knowledge base whose server ID is known. */
export type ConnectedBase = SyncBase & { serverId: string };

/** Exchanges one knowledge base with the server: what is here is sent, then what is new there is taken. */
export class Exchange {
  readonly #api: SyncApi;
  readonly #host: ExchangeHost;
  /** The knowledge bases as the server described them last, by its ID. */
  readonly #bases = new Map<string, WireBase>();
  /** The cursors as the rows have them, by the local ID: another one says that the database was emptied meanwhile. */
  readonly #cursors = new Map<string, number>();

  constructor(api: SyncApi, host: ExchangeHost) {
    this.#api = api;
    this.#host = host;
  }

  /**
   * One exchange. Resolves with what is left to do, or null when the knowledge base is not synchronized.
   *
   * - `isWhole`: the server's name and state of the knowledge base may have changed too.
   * - Errors: those of the API that may pass by themselves, and {@link StorageError}. Others become the row's `problem`.
   */
  async run(knowledgeBaseId: string, isWhole = true): Promise<Plan | null> {
    try {
      return await this.#run(knowledgeBaseId, isWhole);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      const isAway = problem === 'gone' || problem === 'noAccess';
      if (isAway && (await this.follow(knowledgeBaseId))) return await this.run(knowledgeBaseId);
      await changeSyncBase(knowledgeBaseId, (row) => ({
        ...row,
        error: error instanceof KeyedError ? error.key : null,
        ...(row.serverId === null
          ? { problem: 'refused' as const, ...newCreation() }
          : { problem }),
      }));
      return null;
    }
  }

  /**
   * Looks where a knowledge base is that its team does not have. True when another one has it: what is known of it holds
   * there, and what waits is sent there.
   */
  async follow(knowledgeBaseId: string): Promise<boolean> {
    const row = await getSyncBase(knowledgeBaseId);
    if (row === undefined || row.serverId === null) return false;
    const teamId = await this.#as(row).home(row.serverId).catch(unlessAway);
    if (teamId === null || teamId === row.teamId) return false;
    await this.#change(row, { teamId, problem: null, error: null });
    return true;
  }

  /** What waits to be sent. */
  async look(knowledgeBaseId: string): Promise<Plan> {
    return planOf(await readLocal(knowledgeBaseId));
  }

  /** The name or the description was changed here, and the server does not know it. */
  async isRenamed({ knowledgeBaseId, settings }: SyncBase): Promise<boolean> {
    const record = await getKnowledgeBase(knowledgeBaseId);
    if (record === undefined || settings === null) return false;
    return record.name !== settings.name || record.description !== settings.description;
  }

  async #run(knowledgeBaseId: string, isWhole: boolean): Promise<Plan | null> {
    const stored = await getSyncBase(knowledgeBaseId);
    if (stored === undefined || stored.state !== 'on') return null;
    this.#cursors.set(knowledgeBaseId, stored.cursor);
    const record = await getKnowledgeBase(knowledgeBaseId);
    if (record === undefined && !stored.isFetched) return null;
    const connected = await this.#connected(stored, record);
    const known = this.#bases.get(connected.serverId);
    const isLike =
      record?.name === connected.settings?.name &&
      record?.description === connected.settings?.description;
    let base = known;
    let row = connected;
    if (base === undefined || isWhole || !isLike) {
      base = await this.#as(connected).read(connected.teamId, connected.serverId);
      this.#bases.set(connected.serverId, base);
      row = await this.#describe(connected, record, base);
    }
    if (row.problem === null) await this.#sendImages(row, []);
    // Nothing is known of what is here: the server's names hold, and what others have deleted stays deleted.
    if (row.isFetched) await this.#pull(row, base);
    let plan = await this.#reparented(knowledgeBaseId);
    // Everything is pulled again; what is sent before that is sent on what was seen.
    if (plan.lost.length > 0) row.cursor = 0;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      if (row.problem === null && plan.work.length + plan.idle.length > 0)
        await this.#push(row, plan);
      await this.#pull(row, base);
      plan = await this.#reparented(knowledgeBaseId);
      if (row.problem !== null || plan.work.length === 0) break;
    }
    if (plan.lost.length > 0) await this.#forget(knowledgeBaseId, plan.lost);
    await this.#changeSeen(row, { syncedAt: Date.now(), isFetched: false });
    return plan;
  }

  /** What waits to be sent; documents whose category is gone have moved to the first one before. */
  async #reparented(knowledgeBaseId: string): Promise<Plan> {
    const plan = await this.look(knowledgeBaseId);
    const [first] = plan.orphans.length > 0 ? await listCategories(knowledgeBaseId) : [];
    if (first === undefined) return plan;
    await updatePostFields(plan.orphans.map((id) => ({ id, categoryId: first.id })));
    this.#host.onApplied(knowledgeBaseId, { ...NOTHING, isChanged: true });
    return await this.look(knowledgeBaseId);
  }

  /** The row with what another team had of it, when that has moved to its team since. */
  async #moved(row: SyncBase): Promise<ConnectedBase | null> {
    if (row.former == null) return null;
    const { serverId, ids } = row.former;
    const teamId = await this.#as(row).home(serverId).catch(unlessAway);
    const found = teamId === row.teamId ? { serverId, ids } : null;
    await this.#change(row, { ...found, former: null });
    return found && { ...row, ...found, former: null };
  }

  /** The row with a knowledge base at the server. */
  async #connected(row: SyncBase, record?: KnowledgeBaseRecord): Promise<ConnectedBase> {
    const { serverId } = row;
    if (serverId !== null) return { ...row, serverId };
    const moved = await this.#moved(row);
    if (moved !== null) return moved;
    const { name: title = '', description = '' } = record ?? {};
    // What was sent once is sent again as it was: its answer may have got lost, and a key stands for one request.
    const creation: SentBase = row.creation ?? { name: title, description, ...chosen(record) };
    if (row.creation == null) await this.#change(row, { creation });
    const { name, description: text, ...choice } = creation;
    const base = { ...described(name, text), ...choice };
    const made = await this.#as(row).create(row.teamId, base, row.creationKey);
    const settings = { name, description: text, revision: made.settingsRevision };
    await this.#change(row, { serverId: made.id, settings });
    return { ...row, settings, serverId: made.id };
  }

  /**
   * Name, description and state: a name that was changed here is sent, one that was changed there is taken. The author is
   * told of a name that another one has replaced.
   */
  async #describe(
    row: ConnectedBase,
    record: KnowledgeBaseRecord | undefined,
    base: WireBase,
  ): Promise<ConnectedBase> {
    const isArchived = base.status === 'archived';
    const problem: SyncProblem | null =
      base.purgesAt != null ? 'inBin' : isArchived ? 'archived' : null;
    const theirs = {
      name: base.title,
      description: base.description,
      revision: base.settingsRevision,
    };
    let settings = theirs;
    let overruled = row.overruled ?? null;
    const known = row.settings;
    if (record !== undefined) {
      const isChangedHere =
        known !== null && (record.name !== known.name || record.description !== known.description);
      const isChangedThere = known === null || known.revision !== theirs.revision;
      if (isChangedHere && !isChangedThere && problem === null) {
        settings = await this.#rename(row, record, theirs);
      }
      const { name, description } = settings;
      const differs = record.name !== name || record.description !== description;
      const isTaken = differs && (isChangedThere || settings !== theirs);
      const status = statusNamed(base.status);
      if (isTaken || (record.status ?? 'active') !== status) {
        const changes = { status, ...(isTaken ? { name, description } : {}) };
        await updateKnowledgeBase(row.knowledgeBaseId, changes);
        this.#host.onApplied(row.knowledgeBaseId, { ...NOTHING, isChanged: true });
      }
      if (isTaken && isChangedHere) {
        overruled = { name: record.name, description: record.description };
      }
    }
    await this.#change(row, { settings, overruled, problem, error: null });
    return { ...row, settings, overruled, problem };
  }

  /** Sends the name. When somebody has changed it meanwhile, theirs holds; what the role does not allow stays here. */
  async #rename(
    row: ConnectedBase,
    { name, description }: KnowledgeBaseRecord,
    theirs: NonNullable<SyncBase['settings']>,
  ): Promise<NonNullable<SyncBase['settings']>> {
    const sent = described(name, description);
    try {
      const { settingsRevision: revision } = await this.#as(row).describe(
        row.teamId,
        row.serverId,
        sent,
        theirs.revision,
      );
      return { name, description, revision };
    } catch (error) {
      if (statusOf(error) === 403) return theirs;
      if (statusOf(error) !== 409 && statusOf(error) !== 400) throw error;
      const now = await this.#api.read(row.teamId, row.serverId);
      return { name: now.title, description: now.description, revision: now.settingsRevision };
    }
  }

  async #push(row: ConnectedBase, plan: Plan): Promise<void> {
    const ids = new Ids(row);
    const host: PushHost = {
      device: this.#host.device,
      send: async (changes) => {
        const body = { ...changes, seen: seenOf(row) };
        const answer = await this.#as(row).push(row.teamId, row.serverId, body);
        // From here on the server must know what it has accepted, also before it is pulled.
        row.lastChange = answer.lastChange ?? null;
        await this.#changeSeen(row, { lastChange: row.lastChange });
        return answer;
      },
      beforeTexts: (texts) => this.#sendImages(row, texts),
      keepIds: async () => {
        if (ids.isChanged) await this.#change(row, { ids: ids.all });
        row.ids = ids.all;
        ids.isChanged = false;
      },
      apply: async (documents) => {
        const reader = await this.#host.fieldReader();
        await this.#apply(row, ids, {
          categories: [],
          documents: documents.map((one) => localDocument(ids, one, reader)),
        });
      },
    };
    try {
      await pushChanges(row.knowledgeBaseId, ids, plan, host);
    } catch (error) {
      if (isOtherHistory(error)) {
        await this.#startOver(row);
        return;
      }
      // What the role does not allow waits; the others' changes are taken all the same.
      const problem = statusOf(error) === 403 ? 'readOnly' : null;
      if (problem === null) throw error;
      row.problem = problem;
      await this.#change(row, { problem });
    }
  }

  /** Sends the images of texts, and those that are left from earlier. */
  async #sendImages(row: ConnectedBase, texts: readonly string[]): Promise<void> {
    this.#as(row);
    const before = row.unsentImages ?? [];
    const left = before.map((name) => `images/${name}`);
    const unsent = await this.#host.sendImages?.(row, [...texts, ...left]);
    if (unsent === undefined || (unsent.length === 0 && before.length === 0)) return;
    row.unsentImages = [...unsent];
    await this.#change(row, { unsentImages: row.unsentImages });
  }

  /** The server for a row. Errors: another account is logged in now, and nothing is sent or taken in its name. */
  #as(row: SyncBase): SyncApi {
    if (this.#host.isOurs?.(row) === false) {
      throw new KeyedError('sync.otherAccount', 'another account is logged in');
    }
    return this.#api;
  }

  async #pull(row: ConnectedBase, base: WireBase): Promise<void> {
    let hasMore = true;
    while (hasMore) {
      const page = await this.#page(row);
      await this.#applyPage(row, page, base);
      row.cursor = page.revision;
      row.lastChange = page.lastChange ?? null;
      const { cursor, lastChange, ids } = row;
      await this.#change(row, { ids });
      await this.#changeSeen(row, { cursor, lastChange });
      ({ hasMore } = page);
    }
  }

  /** The next page. A server that was restored from an older backup is compared as a whole. */
  async #page(row: ConnectedBase): Promise<PulledPage> {
    const pull = () => this.#as(row).pull(row.teamId, row.serverId, seenOf(row));
    try {
      const page = await pull();
      if (row.cursor === 0) await this.#forgetBefore(row, page.historyStart);
      return page;
    } catch (error) {
      if (!isOtherHistory(error)) throw error;
      await this.#startOver(row);
      return pull();
    }
  }

  /** The server has another history: what is known of it counts no more. */
  async #startOver(row: ConnectedBase): Promise<void> {
    await forgetSyncItems(row.knowledgeBaseId);
    row.cursor = 0;
    row.lastChange = null;
    await this.#change(row, { cursor: 0, lastChange: null });
    this.#cursors.set(row.knowledgeBaseId, 0);
  }

  /** What was accepted before anything was pulled may be from before a restore, too. */
  async #forgetBefore(row: ConnectedBase, historyStart: number): Promise<void> {
    const items = await listSyncItems(row.knowledgeBaseId);
    const isOld = ({ revision }: SyncItem) => revision > 0 && revision <= historyStart;
    if (items.some(isOld)) await forgetSyncItems(row.knowledgeBaseId);
  }

  async #applyPage(row: ConnectedBase, page: PulledPage, base: WireBase): Promise<void> {
    const ids = new Ids(row);
    const here = [...page.categories, ...page.documents].filter((one) => one.deletedAt == null);
    for (const id of await idsOfOthers(
      row.knowledgeBaseId,
      here.map(({ id }) => ids.local(id)),
    )) {
      ids.rename(id);
    }
    if (ids.isChanged) {
      await this.#change(row, { ids: ids.all });
      row.ids = ids.all;
    }
    const reader = await this.#host.fieldReader();
    const categories = page.categories.map((one) => localCategory(ids, row.knowledgeBaseId, one));
    const documents = page.documents.map((one) => localDocument(ids, one, reader));
    const isMissing = row.isFetched && (await getKnowledgeBase(row.knowledgeBaseId)) === undefined;
    await this.#apply(row, ids, {
      categories,
      documents,
      ...(isMissing ? { base: await newRecord(row.knowledgeBaseId, base) } : {}),
    });
    const texts = documents.filter((one) => !one.isDeleted).map((one) => one.text.content);
    await this.#host.fetchImages?.(row, texts);
  }

  async #apply(row: ConnectedBase, ids: Ids, remote: RemoteChanges): Promise<void> {
    const isOpen = await this.#host.openPosts();
    const applied = await applyRemote(row.knowledgeBaseId, remote, isOpen);
    this.#host.onApplied(row.knowledgeBaseId, applied);
    if (applied.returning.length === 0) return;
    const renamed = new Map(applied.returning.map((id) => [id, ids.rename(ids.remote(id))]));
    await this.#change(row, { ids: ids.all });
    row.ids = ids.all;
    const documents = remote.documents.flatMap((one) => {
      const id = renamed.get(one.id);
      return id === undefined ? [] : [{ ...one, id }];
    });
    const returned = await applyRemote(row.knowledgeBaseId, { categories: [], documents }, isOpen);
    this.#host.onApplied(row.knowledgeBaseId, returned);
  }

  async #forget(knowledgeBaseId: string, ids: readonly string[]): Promise<void> {
    const gone = ids.map((id) => ({ id, kind: 'document' as const, change: () => null }));
    await changeSyncItems(knowledgeBaseId, gone);
  }

  /** Changes what says up to where was pulled, unless the cursor was set back meanwhile. */
  async #changeSeen(
    row: SyncBase,
    changes: Pick<Partial<SyncBase>, 'cursor' | 'lastChange' | 'syncedAt' | 'isFetched'>,
  ): Promise<void> {
    const { knowledgeBaseId } = row;
    const known = this.#cursors.get(knowledgeBaseId);
    await changeSyncBase(knowledgeBaseId, (now) => {
      if (now.state === 'off' || now.cursor !== known) return now;
      this.#cursors.set(knowledgeBaseId, changes.cursor ?? now.cursor);
      return { ...now, ...changes };
    });
  }

  /** Changes the row, unless sync was turned off or paused meanwhile. */
  #change(row: SyncBase, changes: Partial<SyncBase>): Promise<ConnectedBase | undefined> {
    return changeSyncBase(row.knowledgeBaseId, (now) =>
      now.state === 'off' ? now : { ...now, ...changes },
    ) as Promise<ConnectedBase | undefined>;
  }
}

const NOTHING: Applied = {
  isChanged: false,
  written: [],
  incoming: [],
  removed: [],
  returning: [],
};

/** Up to where a knowledge base was pulled. */
function seenOf({ cursor, lastChange }: SyncBase): Seen {
  return { revision: cursor, lastChange: lastChange ?? null };
}

/** The server was restored from a backup, or its database was put back. */
function isOtherHistory(error: unknown): boolean {
  return error instanceof KeyedError && error.key === 'sync.futureRevision';
}

/** What was refused made nothing: the next try is another one. */
function newCreation() {
  return { creationKey: newId(), creation: null };
}

function statusNamed(status: string): BaseStatus {
  return BASE_STATUSES.find((one) => one === status) ?? 'active';
}

async function newRecord(id: string, base: WireBase): Promise<KnowledgeBaseRecord> {
  const createDatetime = Date.parse(base.createdAt) || Date.now();
  return {
    id,
    name: base.title,
    description: base.description,
    status: statusNamed(base.status),
    order: orderAtEnd(await listKnowledgeBases()),
    createDatetime,
    updateDatetime: createDatetime,
  };
}

/** Cut to what the server takes. */
function described(name: string, description: string): { title: string; description: string } {
  return {
    title: cut(name, BASE_TITLE_MAX_CHARS) || '-',
    description: cut(description, BASE_DESCRIPTION_MAX_CHARS),
  };
}

/** What the author said that it is for, and whether it is a draft. */
function chosen(record: KnowledgeBaseRecord | undefined): Pick<NewWireBase, 'category' | 'status'> {
  const { category, status } = record ?? {};
  return {
    ...(category === undefined ? {} : { category }),
    ...(status === 'draft' ? { status } : {}),
  };
}

function statusOf(error: unknown): number {
  return error instanceof KeyedError && 'status' in error ? Number(error.status) : 0;
}

/** Null when the server refuses; what passes by itself fails. */
function unlessAway(error: unknown): null {
  if (problemOf(error) === null) throw error;
  return null;
}

/** What a refusal of the server means for a knowledge base; null for failures that pass. */
function problemOf(error: unknown): SyncProblem | null {
  if (!(error instanceof KeyedError) || error.key === 'idempotency.inProgress') return null;
  const status = statusOf(error);
  if (error.key === 'knowledgeBase.archived') return 'archived';
  if (error.key === 'knowledgeBase.inBin') return 'inBin';
  if (status === 403) return 'noAccess';
  if (status === 404) return 'gone';
  if (status === 400 || status === 409 || status === 422) return 'refused';
  return null;
}
