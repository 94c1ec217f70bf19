import type { KnowledgeBase } from '../../../api/types';
import { nameRank } from '../../../lib/text/name-search';
import type { BinnedBase } from '../../../storage/base-bin';
import type { BaseCounts } from '../../../storage/base-counts';
import type { BaseCategory, BaseStatus, KnowledgeBaseRecord } from '../../../storage/schema';
import type { SyncState } from '../../../sync/status';
import type { ListFilter, SortKey } from './list-filter';

/** One line of the list: a knowledge base of this browser, of the server, or of both. */
export interface BaseRow {
  /** The local id where there is one, else the server's. */
  key: string;
  localId: string | null;
  server: KnowledgeBase | null;
  title: string;
  description: string;
  category: BaseCategory;
  status: BaseStatus;
  nDocuments: number;
  /** Null while they are being counted. */
  nWords: number | null;
  nViews: number;
  /** The last change, in milliseconds. */
  changed: number;
  sync: RowSync;
  /** When it is removed for good, in milliseconds; null when it is not in the bin. */
  purges: number | null;
}

/** How a line is synchronized. */
export type RowSync =
  | { kind: 'local' | 'synced' | 'paused' | 'otherAccount' | 'remote' | 'stopped' | 'offline' }
  | { kind: 'waiting' | 'conflict'; count: number };

export interface LocalBase {
  base: KnowledgeBaseRecord;
  counts: BaseCounts | undefined;
  nWords: number | undefined;
}

export interface Sources {
  local: readonly LocalBase[];
  binned: readonly BinnedBase[];
  /** How long the bin keeps, in milliseconds. */
  binMs: number;
  server: readonly KnowledgeBase[];
  sync: readonly SyncState[];
  teamId: string;
  /** The personal space shows what is in this browser alone; a team shows what is synchronized with it. */
  isPersonal: boolean;
}

/** The lines of a space. A knowledge base that is here and at the server is one. */
export function rowsOf(sources: Sources): BaseRow[] {
  const { server, sync, teamId, isPersonal } = sources;
  const states = new Map(sync.map((state) => [state.knowledgeBaseId, state]));
  const byServerId = new Map(server.map((base) => [base.id, base]));
  const shown = new Set<string>();
  const rows: BaseRow[] = [];
  for (const { base, counts, nWords } of sources.local) {
    const state = states.get(base.id);
    const isSynced = state !== undefined && state.state !== 'off' && state.problem !== 'gone';
    const isHere = isSynced ? state.teamId === teamId : isPersonal;
    const isForeign = isSynced && state.pause === 'otherAccount';
    if (!isHere && !(isPersonal && isForeign)) continue;
    const remote = isSynced && !isForeign ? (byServerId.get(state.serverId ?? '') ?? null) : null;
    if (remote !== null) shown.add(remote.id);
    if (isSynced && state.serverId === null) {
      const made = server.find((other) => !shown.has(other.id) && isJustMadeOf(base.name, other));
      if (made !== undefined) shown.add(made.id);
    }
    const synced = isSynced ? syncOf(state) : LOCAL;
    rows.push({
      key: base.id,
      localId: base.id,
      server: remote,
      title: base.name,
      description: base.description,
      category: remote?.category ?? base.category ?? 'other',
      status: remote?.status ?? base.status ?? 'active',
      nDocuments: counts?.nDocuments ?? 0,
      // The server counts what the article shows: its figure holds where the texts are the same.
      nWords:
        (synced.kind === 'synced' ? remote?.nWords : undefined) ?? nWords ?? remote?.nWords ?? null,
      nViews: remote?.nViews ?? 0,
      changed: Math.max(base.updateDatetime, counts?.changed ?? 0, timeOf(remote?.updatedAt)),
      sync: synced,
      purges: timeOf(remote?.purgesAt) || null,
    });
  }
  for (const binned of sources.binned) {
    // A synchronized one went into both bins, and comes back out of both.
    const state = states.get(binned.base.id);
    const remote = state?.teamId === teamId ? byServerId.get(state.serverId ?? '') : undefined;
    const server = remote?.purgesAt ? remote : null;
    if (server !== null) shown.add(server.id);
    if (isPersonal || server !== null) rows.push({ ...binnedRow(binned, sources.binMs), server });
  }
  for (const remote of server) if (!shown.has(remote.id)) rows.push(remoteRow(remote));
  return rows;
}

/** Whether a base of the server may be the one that was made there for a local one, whose ID is not known here yet. */
function isJustMadeOf(name: string, { title, nDocuments, purgesAt }: KnowledgeBase): boolean {
  return title === name && nDocuments === 0 && !purgesAt;
}

const LOCAL: RowSync = { kind: 'local' };

function syncOf(state: SyncState): RowSync {
  if (state.pause === 'otherAccount') return { kind: 'otherAccount' };
  if (state.problem !== null || state.error !== null) return { kind: 'stopped' };
  if (state.nConflicts > 0) return { kind: 'conflict', count: state.nConflicts };
  if (state.state === 'paused') return { kind: 'paused' };
  if (state.nWaiting > 0) return { kind: 'waiting', count: state.nWaiting };
  if (state.pause !== null) return { kind: 'offline' };
  // The server may have the name and nothing else yet.
  const isNew = state.serverId === null || state.syncedAt === null;
  return isNew ? { kind: 'waiting', count: 1 } : { kind: 'synced' };
}

function remoteRow(server: KnowledgeBase): BaseRow {
  const { title, description, category, status, nDocuments, nWords, nViews } = server;
  return {
    key: server.id,
    localId: null,
    server,
    title,
    description,
    category,
    status,
    nDocuments,
    nWords,
    nViews,
    changed: timeOf(server.updatedAt),
    sync: { kind: 'remote' },
    purges: timeOf(server.purgesAt) || null,
  };
}

function binnedRow({ base, nDocuments, deletedAt }: BinnedBase, binMs: number): BaseRow {
  return {
    key: base.id,
    localId: base.id,
    server: null,
    title: base.name,
    description: base.description,
    category: base.category ?? 'other',
    status: base.status ?? 'active',
    nDocuments,
    nWords: null,
    nViews: 0,
    changed: base.updateDatetime,
    sync: LOCAL,
    purges: deletedAt + binMs,
  };
}

function timeOf(iso: string | null | undefined): number {
  return iso ? Date.parse(iso) : 0;
}

/** How many lines each choice of the status leaves, the other filters applied. */
export type StatusCounts = Record<'all' | BaseStatus | 'bin', number>;

/** What a filter leaves of the lines, in its order, and what each status would leave. */
export function filteredRows(
  rows: readonly BaseRow[],
  filter: ListFilter,
): { rows: BaseRow[]; counts: StatusCounts } {
  const counts: StatusCounts = { all: 0, active: 0, draft: 0, archived: 0, bin: 0 };
  const left: BaseRow[] = [];
  for (const row of rows) {
    if (filter.category !== null && row.category !== filter.category) continue;
    if (nameRank(filter.search, { name: `${row.title} ${row.description}` }) === null) continue;
    const isBinned = row.purges !== null;
    counts[isBinned ? 'bin' : row.status] += 1;
    if (!isBinned) counts.all += 1;
    const isShown = isBinned
      ? filter.status === 'bin'
      : filter.status === 'all' || filter.status === row.status;
    if (isShown) left.push(row);
  }
  const sign = filter.order === 'asc' ? 1 : -1;
  const compare = COMPARE[filter.sort];
  left.sort(
    (a, b) => sign * compare(a, b) || compareText(a.title, b.title) || compareText(a.key, b.key),
  );
  return { rows: left, counts };
}

const collator = new Intl.Collator('zh-CN', { numeric: true });
const compareText = (a: string, b: string) => collator.compare(a, b);

const COMPARE: Record<SortKey, (a: BaseRow, b: BaseRow) => number> = {
  title: (a, b) => compareText(a.title, b.title),
  updated: (a, b) => a.changed - b.changed,
  words: (a, b) => (a.nWords ?? 0) - (b.nWords ?? 0),
  documents: (a, b) => a.nDocuments - b.nDocuments,
  views: (a, b) => a.nViews - b.nViews,
};
