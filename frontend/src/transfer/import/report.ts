import type { Change, ChangeKind, ImportPlan, LeftOutReason, SourceKind } from './model';

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
  /** What it is about, as written, the most frequent first. */
  details: { name: string; count: number }[];
}

/** What an import would do. */
export interface ImportReport {
  kind: SourceKind;
  /** What the files look like, whatever was chosen. */
  recognized: SourceKind;
  /** Name for a new knowledge base. */
  name: string;
  categories: string[];
  /** Articles; folders without a text of their own are none. */
  nDocuments: number;
  nFolders: number;
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

/** What an author has to look after comes first. */
const FIRST: readonly ChangeKind[] = [
  'unconverted',
  'missingImages',
  'missingLinks',
  'components',
  'damaged',
  'uncertain',
  'more',
];

function rank(kind: ChangeKind): number {
  const at = FIRST.indexOf(kind);
  return at === -1 ? FIRST.length : at;
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
    nDocuments: plan.documents.filter(({ isFolder }) => !isFolder).length,
    nFolders: plan.documents.filter(({ isFolder }) => isFolder).length,
    nImages: plan.images.size,
    leftOut: groups(plan.leftOut.map(({ path, reason }) => ({ kind: reason, path, count: 1 }))),
    changes: groups(plan.changes).toSorted((a, b) => rank(a.kind) - rank(b.kind)),
  };
}

function groups<K extends string>(
  items: readonly { kind: K; path: string; count: number; details?: Change['details'] }[],
): ReportGroup<K>[] {
  const byKind = new Map<K, ReportGroup<K>>();
  const details = new Map<K, Map<string, number>>();
  for (const { kind, path, count, details: about = [] } of items) {
    const group = byKind.get(kind) ?? { kind, count: 0, nFiles: 0, names: [], details: [] };
    group.count += count;
    group.nFiles += 1;
    if (group.names.length < NAMES_MAX) group.names.push(path);
    byKind.set(kind, group);
    const known = details.get(kind) ?? new Map<string, number>();
    for (const [name, n] of about) known.set(name, (known.get(name) ?? 0) + n);
    details.set(kind, known);
  }
  return [...byKind.values()].map((group) => ({
    ...group,
    details: [...(details.get(group.kind) ?? [])]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, NAMES_MAX),
  }));
}
