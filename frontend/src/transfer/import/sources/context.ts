import type { FrontMatter } from '../../../engine/types';
import type { SourceSettings } from '../layout';
import type { Note } from '../model';

/** What a source's own way of writing is read with. */
export interface SourceContext {
  note: Note;
  settings: SourceSettings;
  /** Path of the text. */
  path: string;
  front: FrontMatter;
  /** The text of a file among those of the import; null when it is not there. */
  fileAt(path: string): string | null;
  /** The document whose file has this name, wherever it lies. */
  postNamed(name: string): { address: string; name: string } | null;
}
