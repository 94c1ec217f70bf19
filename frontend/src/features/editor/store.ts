import type { EngineError } from '../../engine/errors';
import type { ArticleInfo } from '../../engine/types';
import { Store } from '../../lib/store';
import type { StorageError } from '../../storage/errors';
import type { PostRecord } from '../../storage/schema';
import type { EditorSettings } from '../../storage/settings';

/** Whether the typed text is stored. */
export type SaveState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  | { kind: 'failed'; error: StorageError }
  /** Another tab wrote the post; nothing is written here until the author chooses. */
  | { kind: 'conflict'; theirs: PostRecord };

/** The open post was deleted from beside this page: it stays on screen, read-only, until the author leaves it. */
export interface DeletedBeside {
  /** Where: on another device, or in another tab of this browser. */
  by: 'device' | 'tab';
  /** The record as it was last. */
  post: PostRecord;
}

/** Dialogs of the editor; each is loaded when it opens. */
export type DialogKind =
  | 'palette'
  | 'quickOpen'
  | 'help'
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
  /** Another tab writes the post, or it is archived or deleted: this tab only shows it. */
  isReadOnly: boolean;
  /** The knowledge base of the post is archived. */
  isArchived: boolean;
  /** Null while the open post is there. */
  deleted: DeletedBeside | null;
  save: SaveState;
  /** Why the settings are not stored; null when they are. */
  settingsError: StorageError | null;
  /** Why the database is not as this page knows it; null when it is. */
  storageError: StorageError | null;
  info: ArticleInfo | null;
  /** The preview has been painted for the first time. */
  isPreviewShown: boolean;
  /** The article has no visible block. */
  isEmpty: boolean;
  /** The engine failed twice in a row on this text; the preview shows the last article. */
  engineError: EngineError | null;
  /** Asks again for code that the preview needs and that has not arrived; null when it has. */
  retryPreview: (() => void) | null;
  /** Line of the cursor, and the selected text. */
  selection: SelectionState;
  /** The dialog that is open. */
  dialog: DialogKind | null;
  /** The visible pane in a narrow window, which shows only one. */
  mobilePane: 'edit' | 'preview';
  /** The pane that was visible when the sheet of the styles opened, until it closes. */
  paneBeforeSheet: 'edit' | 'preview' | null;
  /** The drawer with the documents is open, in a narrow window. */
  isPostDrawerOpen: boolean;
  /** Mode of the find bar over the text box; Monaco has its own. */
  findBar: 'find' | 'replace' | null;
  /** The preview shows the article as in WeChat's dark mode. */
  isDarkReader: boolean;
}

export function createEditorStore(settings: EditorSettings): Store<EditorState> {
  return new Store<EditorState>({
    settings,
    postId: null,
    isReadOnly: false,
    isArchived: false,
    deleted: null,
    save: { kind: 'saved' },
    settingsError: null,
    storageError: null,
    info: null,
    isPreviewShown: false,
    isEmpty: false,
    engineError: null,
    retryPreview: null,
    selection: { line: 1, text: '' },
    dialog: null,
    mobilePane: 'edit',
    paneBeforeSheet: null,
    isPostDrawerOpen: false,
    findBar: null,
    isDarkReader: false,
  });
}

/** The text, the settings or the database: whichever is worse. */
export function saveStateOf({ save, settingsError, storageError }: EditorState): SaveState {
  const isBetter = save.kind === 'saved' || save.kind === 'saving';
  const error = storageError ?? settingsError;
  return error !== null && isBetter ? { kind: 'failed', error } : save;
}
