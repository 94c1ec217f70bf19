/** Views of a period, of one site or of several together. */
export interface ShownViews {
  nViews: number;
  nViewsBefore: number;
  byDay: readonly { day: string; nViews: number }[];
  sources: readonly { host: string; nViews: number }[];
  pages: readonly ShownPage[];
  walls: readonly ShownWall[];
}

interface ShownPage {
  siteId: string;
  path: string;
  title: string;
  nViews: number;
}

interface ShownWall {
  siteId: string;
  path: string;
  title: string;
  nShown: number;
  nLogins: number;
  nJoined: number;
}

/** A site whose pages are named. */
export interface ViewedSite {
  name: string;
  url: string;
  /** Whether visitors find anything there. */
  isFound: boolean;
}

/** The sites of pages, by their IDs. */
export type ViewedSites = ReadonlyMap<string, ViewedSite>;

/** How many days are shown together. */
export const PERIODS = ['7', '30', '90'] as const;
export type Period = (typeof PERIODS)[number];
