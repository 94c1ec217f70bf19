import type { ChangeKind, ImportPlan, LeftOutReason, SourceKind } from './model';

/** Most names that a group of a report carries; the rest is counted. */
const NAMES_MAX = 200;

/** Files or documents that have something in common. */
export interface ReportGroup<K extends string> {
  kind: K;
  /** How often it happens; at least the number of the files. */
  count: number;
  /** Number of files. */
  nFiles: number;
  names: string[];
}

/** What an import would do. */
export interface ImportReport {
  kind: SourceKind;
  /** What the files look like, whatever was chosen. */
  recognized: SourceKind;
  /** Name for a new knowledge base. */
  name: string;
  categories: string[];
  nDocuments: number;
  nImages: number;
  leftOut: ReportGroup<LeftOutReason>[];
  changes: ReportGroup<ChangeKind>[];
  /** Titles that the target has already; both stay. */
  sameTitles: string[];
  nSameTitles: number;
  /** A knowledge base of this name is there already. */
  isNameTaken: boolean;
  /** The documents are here already: what comes is a copy with ids of its own. */
  isCopy: boolean;
}

/** The parts of a report that follow from the plan alone. */
export function planReport(
  plan: ImportPlan,
  recognized: SourceKind,
): Omit<ImportReport, 'sameTitles' | 'nSameTitles' | 'isNameTaken' | 'isCopy'> {
  return {
    kind: plan.kind,
    recognized,
    name: plan.name,
    categories: plan.categories.map(({ name }) => name),
    nDocuments: plan.documents.length,
    nImages: plan.images.size,
    leftOut: groups(plan.leftOut.map(({ path, reason }) => ({ kind: reason, path, count: 1 }))),
    changes: groups(plan.changes),
  };
}

function groups<K extends string>(
  items: readonly { kind: K; path: string; count: number }[],
): ReportGroup<K>[] {
  const byKind = new Map<K, ReportGroup<K>>();
  for (const { kind, path, count } of items) {
    const group = byKind.get(kind) ?? { kind, count: 0, nFiles: 0, names: [] };
    group.count += count;
    group.nFiles += 1;
    if (group.names.length < NAMES_MAX) group.names.push(path);
    byKind.set(kind, group);
  }
  return [...byKind.values()];
}
