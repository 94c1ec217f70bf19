import { ApiError } from '../api/api-error';
import {
  HEARTBEAT_MS,
  HIDDEN_HEARTBEAT_MS,
  IMAGE_RETRY_MS,
  OPEN_MS,
  PROBLEM_RETRY_MS,
  PUSH_DELAY_MS,
  REMOVED_KEPT_MS,
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
} from '../config/sync';
import { serverNow } from '../lib/time/server-clock';
import { session } from '../storage/session';
import type { Applied } from '../storage/sync/apply-context';
import { forgetRemovedBefore } from '../storage/sync/removed';
import { changeSyncBase, listSyncBases, type SyncBase } from '../storage/sync/rows';
import { heldPosts, TabChannel } from '../storage/tabs';
import { publishToTabs, type SyncMessage, subscribeToTabs } from './channel';
import { type ConnectedBase, Exchange } from './exchange';
import { ImageExchange } from './images';
import { whenLeading } from './leader';
import type { Plan } from './plan';
import type { Heartbeat, SyncApi } from './protocol';
import { stateOf } from './states';
import type { Presence } from './status';
import { type FieldReader, Ids } from './wire';

/** What the app lends to sync. */
interface SyncApp {
  api: SyncApi;
  device: string;
  fieldReader(): Promise<FieldReader>;
}

/** Keeps the knowledge bases of this browser in step with the server, in one tab. Returns a function that ends it. */
export function runSync(app: SyncApp): () => void {
  return whenLeading(() => {
    const runner = new SyncRunner(app);
    runner.start();
    return () => runner.stop();
  });
}

interface OpenPost {
  knowledgeBaseId: string;
  postId: string;
  at: number;
}

/** When what is exchanged. */
export class SyncRunner {
  readonly #app: SyncApp;
  readonly #exchange: Exchange;
  readonly #images: ImageExchange;
  readonly #channel = new TabChannel();
  readonly #stops: (() => void)[] = [];
  readonly #plans = new Map<string, Plan>();
  /** Knowledge bases of the server that take no drawing of this account. */
  readonly #readOnly = new Set<string>();
  #presences: Presence[] = [];
  #open: OpenPost | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** Local records have changed. */
  #isChanged = true;
  /** Everything is compared, whatever the server's revisions say. */
  #isWhole = true;
  /** When those with a problem were looked at last, in milliseconds. */
  #triedAt = 0;
  #nFailures = 0;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(app: SyncApp) {
    this.#app = app;
    this.#images = new ImageExchange(app.api);
    this.#exchange = new Exchange(app.api, {
      device: app.device,
      openPosts: () => this.#openPosts(),
      fieldReader: () => app.fieldReader(),
      onApplied: (id, applied) => this.#handleApplied(id, applied),
      isOurs: (row) => this.#isOurs(row),
      sendImages: (row, texts) => this.#images.send(row as ConnectedBase, texts),
      fetchImages: (row, texts) => this.#fetchImages(row as ConnectedBase, texts),
    });
  }

  start(): void {
    this.#stops.push(
      subscribeToTabs((message) => this.#handleMessage(message)),
      this.#channel.subscribe((message) => {
        if (message.kind === 'saved') this.#markWaiting(message.postId);
        if (message.kind === 'saved' || message.kind === 'library') this.#handleChange();
      }),
      session.subscribe(() => this.#wake()),
    );
    const look = () => {
      if (document.visibilityState === 'visible') this.#schedule(0);
    };
    document.addEventListener('visibilitychange', look);
    const back = () => this.#wake();
    addEventListener('online', back);
    this.#stops.push(() => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', back);
    });
    // What waits is shown before the server has answered: nothing is called synced that is not.
    void this.#look().then(() => this.#schedule(0));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
    this.#channel.close();
  }

  /** One round: what is due is exchanged, and everybody is told. Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  #handleMessage(message: SyncMessage): void {
    if (message.kind === 'wake') this.#wake();
    if (message.kind === 'ask') void this.#publish();
    if (message.kind === 'wantImage') {
      void this.#wantedImage(message.knowledgeBaseId, message.name);
    }
    if (message.kind === 'drawn') void this.#sendDiagram(message);
    if (message.kind !== 'open') return;
    const isOther = this.#open?.postId !== message.postId;
    this.#open = { ...message, at: Date.now() };
    if (isOther) this.#schedule(0);
  }

  #wake(): void {
    this.#isWhole = true;
    this.#isChanged = true;
    this.#nFailures = 0;
    this.#schedule(0);
  }

  /** Says at once what the next look will find: a text that was saved waits to be sent. */
  #markWaiting(postId: string): void {
    for (const [id, plan] of this.#plans) {
      if (!plan.posts.has(postId) || plan.documents[postId] !== undefined) continue;
      this.#plans.set(id, { ...plan, documents: { ...plan.documents, [postId]: 'waiting' } });
      void this.#publish();
    }
  }

  #handleChange(): void {
    this.#isChanged = true;
    if (this.#nFailures === 0) this.#schedule(PUSH_DELAY_MS);
    else void this.#look();
  }

  #schedule(delayMs: number): void {
    const dueAt = Date.now() + delayMs;
    if (this.#isStopped || dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      const isBusy = this.#running !== undefined;
      void this.run().then(() => this.#schedule(isBusy ? 0 : this.#pauseMs()));
    }, delayMs);
  }

  #pauseMs(): number {
    if (this.#nFailures > 0) {
      return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (this.#nFailures - 1));
    }
    if (this.#isChanged) return PUSH_DELAY_MS;
    return this.#isSeen() ? HEARTBEAT_MS : HIDDEN_HEARTBEAT_MS;
  }

  /** Some page of the browser is visible. */
  #isSeen(): boolean {
    return document.visibilityState === 'visible' || this.#openNow() !== null;
  }

  #openNow(): OpenPost | null {
    const open = this.#open;
    return open !== null && Date.now() - open.at < OPEN_MS ? open : null;
  }

  async #round(): Promise<void> {
    const isWhole = this.#isWhole;
    const isChanged = this.#isChanged;
    this.#isWhole = false;
    this.#isChanged = false;
    try {
      const rows = (await listSyncBases()).filter((row) => this.#isOurs(row));
      const isRetry = isWhole || Date.now() - this.#triedAt >= PROBLEM_RETRY_MS;
      const { revisions, answered } = await this.#heartbeats(rows, isRetry);
      if (isRetry) this.#triedAt = Date.now();
      if (isWhole) await this.#forgetRemoved();
      let failure: unknown;
      for (const row of rows) {
        const revision = revisions.get(row.serverId ?? '');
        const isBehind =
          answered.has(row.teamId) && (isOther(row, revision) || (isRetry && row.problem !== null));
        if (!isWhole && !isChanged && !isBehind && !this.#isDue(row)) continue;
        if (!isWhole && row.problem !== null && !isBehind) continue;
        const isSame = !isWhole && !isBehind && !hasImages(row) && row.serverId !== null;
        if (isSame && !(await this.#hasWork(row))) continue;
        try {
          const plan = await this.#exchange.run(row.knowledgeBaseId, isWhole || isBehind);
          if (plan !== null) this.#plans.set(row.knowledgeBaseId, plan);
        } catch (error) {
          failure = error;
          if (error instanceof ApiError && error.isConnection) break;
        }
      }
      if (failure !== undefined) throw failure;
      this.#nFailures = 0;
    } catch {
      this.#nFailures += 1;
      this.#isWhole ||= isWhole;
      this.#isChanged = true;
      await this.#look();
      return;
    }
    await this.#publish();
  }

  /** Forgets what others deleted long ago, by the server's clock: one here that is wrong forgets nothing too early. */
  async #forgetRemoved(): Promise<void> {
    const now = serverNow();
    if (now !== null) await forgetRemovedBefore(now - REMOVED_KEPT_MS).catch(() => undefined);
  }

  /** Something waits here for another knowledge base, or for room at the server. */
  #isDue(row: SyncBase): boolean {
    return (this.#plans.get(row.knowledgeBaseId)?.nHeld ?? 0) > 0 || hasImages(row);
  }

  async #hasWork(row: SyncBase): Promise<boolean> {
    const plan = await this.#exchange.look(row.knowledgeBaseId);
    this.#plans.set(row.knowledgeBaseId, plan);
    for (const postId of plan.incoming) this.#channel.publish({ kind: 'incoming', postId });
    const nDue = plan.work.length + plan.idle.length + plan.lost.length;
    return nDue > 0 || (await this.#exchange.isRenamed(row));
  }

  /** Revisions of the server's knowledge bases, by their IDs, and the teams that answered. */
  async #heartbeats(
    rows: readonly SyncBase[],
    isRetry: boolean,
  ): Promise<{ revisions: Map<string, number>; answered: Set<string> }> {
    const revisions = new Map<string, number>();
    const answered = new Set<string>();
    const presences: Presence[] = [];
    const open = this.#openNow();
    for (const teamId of new Set(rows.map((row) => row.teamId))) {
      const ofTeam = rows.filter((row) => row.teamId === teamId);
      const base = ofTeam.find((row) => row.knowledgeBaseId === open?.knowledgeBaseId);
      const shown =
        open === null ||
        base?.serverId == null ||
        this.#plans.get(base.knowledgeBaseId) === undefined
          ? null
          : {
              knowledgeBaseId: base.serverId,
              documentId: base.ids[open.postId] ?? open.postId,
            };
      const heartbeat = await this.#heartbeat(teamId, shown, ofTeam, isRetry);
      if (heartbeat !== null) answered.add(teamId);
      for (const { id, revision } of heartbeat?.knowledgeBases ?? []) revisions.set(id, revision);
      for (const presence of heartbeat?.presences ?? []) {
        const of = ofTeam.find((row) => row.serverId === presence.knowledgeBaseId);
        if (of === undefined) continue;
        presences.push({
          postId: new Ids(of).local(presence.documentId),
          userId: presence.userId,
          nickname: presence.nickname,
          avatarUrl: presence.avatarUrl ?? null,
        });
      }
    }
    this.#presences = presences;
    return { revisions, answered };
  }

  /** Null when the team is closed to the account: its knowledge bases are kept here and not synchronized. */
  async #heartbeat(
    teamId: string,
    open: Parameters<SyncApi['heartbeat']>[1],
    rows: readonly SyncBase[],
    isRetry: boolean,
  ): Promise<Heartbeat | null> {
    if (!isRetry && rows.every(({ problem }) => problem === 'noAccess' || problem === 'gone')) {
      return null;
    }
    try {
      return await this.#app.api.heartbeat(teamId, open);
    } catch (error) {
      const { status } = error instanceof ApiError ? error : { status: 0 };
      if (status === 400 || status === 404 || status === 403) {
        const problem = status === 403 ? 'noAccess' : 'gone';
        // The document may be new to the server; the team is closed only if it says so without one too.
        if (open !== null) return await this.#heartbeat(teamId, null, rows, isRetry);
        for (const row of rows) {
          if (await this.#exchange.follow(row.knowledgeBaseId)) this.#wake();
          else await changeSyncBase(row.knowledgeBaseId, (now) => ({ ...now, problem }));
        }
        return null;
      }
      throw error;
    }
  }

  /** What waits here, without a word to the server. */
  async #look(): Promise<void> {
    try {
      for (const row of await listSyncBases()) {
        if (row.state === 'off') continue;
        this.#plans.set(row.knowledgeBaseId, await this.#exchange.look(row.knowledgeBaseId));
      }
    } catch {
      // What the database refuses is said where the texts are saved.
    }
    await this.#publish();
  }

  async #publish(): Promise<void> {
    try {
      const rows = await listSyncBases();
      const isOffline = this.#nFailures > 0;
      const bases = rows.map((row) => {
        const plan = this.#plans.get(row.knowledgeBaseId);
        return plan === undefined
          ? stateOf(row, undefined, isOffline)
          : stateOf(row, workOf(plan), isOffline);
      });
      if (!this.#isStopped) publishToTabs({ kind: 'status', bases, presences: this.#presences });
    } catch {
      // The next round publishes it.
    }
  }

  #isOurs(row: SyncBase): boolean {
    const { token, user } = session.get();
    return token !== null && row.state === 'on' && row.userId === user?.id;
  }

  async #openPosts(): Promise<(postId: string) => boolean> {
    const held = await heldPosts();
    const open = navigator.locks ? null : this.#openNow();
    return (postId) => held.has(postId) || open?.postId === postId;
  }

  #handleApplied(knowledgeBaseId: string, applied: Applied): void {
    if (applied.isChanged || applied.written.length > 0) this.#channel.publish({ kind: 'library' });
    for (const postId of applied.written) this.#channel.publish({ kind: 'written', postId });
    for (const postId of applied.incoming) this.#channel.publish({ kind: 'incoming', postId });
    const ids = applied.removed.map(({ id }) => id);
    if (ids.length > 0) publishToTabs({ kind: 'removed', knowledgeBaseId, ids });
  }

  async #fetchImages(row: ConnectedBase, texts: readonly string[]): Promise<void> {
    const names = await this.#images.fetch(row, texts);
    if (names.length > 0) publishToTabs({ kind: 'images', names });
  }

  async #wantedImage(knowledgeBaseId: string, name: string): Promise<void> {
    const row = await this.#connected(knowledgeBaseId);
    if (row !== null) await this.#fetchImages(row, [`images/${name}`]).catch(() => undefined);
  }

  /** A drawing that cannot be sent now is sent when it is drawn again. */
  async #sendDiagram(message: SyncMessage & { kind: 'drawn' }): Promise<void> {
    const row = await this.#connected(message.knowledgeBaseId);
    if (row === null || row.problem !== null || this.#readOnly.has(row.serverId)) return;
    const { hash, svg } = message;
    try {
      await this.#app.api.putDiagram(row.teamId, row.serverId, hash, svg);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) this.#readOnly.add(row.serverId);
    }
  }

  async #connected(knowledgeBaseId: string): Promise<ConnectedBase | null> {
    const rows = await listSyncBases().catch(() => []);
    const row = rows.find((one) => one.knowledgeBaseId === knowledgeBaseId && this.#isOurs(one));
    return row?.serverId == null ? null : { ...row, serverId: row.serverId };
  }
}

/** What the server says of a knowledge base is not what the row says. It names none that is gone or in the bin. */
function isOther({ serverId, problem, cursor }: SyncBase, revision: number | undefined): boolean {
  const isAway = problem === 'inBin' || problem === 'gone';
  if (revision === undefined) return serverId !== null && !isAway;
  return isAway || revision !== cursor;
}

/** Images wait, and it is time to try them again. */
function hasImages({ unsentImages = [], syncedAt }: SyncBase): boolean {
  return unsentImages.length > 0 && Date.now() - (syncedAt ?? 0) >= IMAGE_RETRY_MS;
}

function workOf(plan: Plan) {
  const { documents, refusals } = plan;
  const nConflicts = Object.values(documents).filter((state) => state === 'conflict').length;
  return { nWaiting: plan.work.length, nConflicts, documents, refusals };
}
