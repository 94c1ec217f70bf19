import type { SourceKind } from './model';

/** Where a source puts a text, when that is not where its file lies. */
export interface Spot {
  /** Names of the folders above it, from the top; null when it stays in its own. */
  folders: readonly string[] | null;
  /** What it is called, whatever its text says; null when the text decides. */
  label: string | null;
  /** What it is called when its text has no title; null for the name of its file. */
  name: string | null;
  /** Its place among its siblings; null when the name decides. */
  position: number | null;
}

/** The places of texts by their paths. */
export type Layout = ReadonlyMap<string, Spot>;

/** What the settings of a source say of everything. */
export interface SourceSettings {
  kind: SourceKind;
  /** The folder whose texts are the documents; empty for the top. */
  root: string;
  /** The name of the whole; empty when it says none. */
  name: string;
  /** The settings as they are written; empty when there are none. */
  text: string;
  /** The folder that holds the settings. */
  folder: string;
}
