import type { EngineError } from '../../engine/errors';
import type { ArticleInfo } from '../../engine/types';
import { Store } from '../../lib/store';
import type { StorageError } from '../../storage/errors';
import type { PostRecord } from '../../storage/schema';
import type { EditorSettings } from '../../storage/settings';

/** Whether what was typed is on the disk. */
export type SaveState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  | { kind: 'failed'; error: StorageError }
  /** Another tab wrote the post; nothing is written here until the author chooses. */
  | { kind: 'conflict'; theirs: PostRecord };

/** Dialogs of the editor; each is fetched when it opens. */
export type DialogKind =
  | 'palette'
  | 'shortcuts'
  | 'table'
  | 'formula'
  | 'profile'
  | 'images'
  | 'card'
  | 'resetStyle';

export interface SelectionState {
  /** Line of the cursor, 1-based. */
  line: number;
  /** The selected text, empty without one. */
  text: string;
}

/** What the screen shows besides the text itself. */
export interface EditorState {
  settings: EditorSettings;
  /** The open post; null when the category has none. */
  postId: string | null;
  /** Another tab writes the post; this one only shows it. */
  isReadOnly: boolean;
  save: SaveState;
  info: ArticleInfo | null;
  /** The article has no visible block. */
  isEmpty: boolean;
  /** The engine failed twice in a row on the text; the preview shows an older one. */
  engineError: EngineError | null;
  /** Where the cursor stands, and what is selected. */
  selection: SelectionState;
  /** The dialog that is open. */
  dialog: DialogKind | null;
  /** The pane that shows when only one fits. */
  mobilePane: 'edit' | 'preview';
  /** The documents lie over the page, in a narrow window. */
  isPostDrawerOpen: boolean;
  /** What the bar over the text box does; Monaco has a find of its own. */
  findBar: 'find' | 'replace' | null;
  /** The preview shows what WeChat's dark mode makes of the article. */
  isDarkReader: boolean;
}

export function createEditorStore(settings: EditorSettings): Store<EditorState> {
  return new Store<EditorState>({
    settings,
    postId: null,
    isReadOnly: false,
    save: { kind: 'saved' },
    info: null,
    isEmpty: false,
    engineError: null,
    selection: { line: 1, text: '' },
    dialog: null,
    mobilePane: 'edit',
    isPostDrawerOpen: false,
    findBar: null,
    isDarkReader: false,
  });
}
