import type { i18n, TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { Words } from '../../../i18n/types';
import type { Appearance } from '../../../ui/appearance';
import { editArticle } from '../edit-article';
import type { TextEdit } from '../edits/text-edit';
import type { ExportParts } from '../export/export-article';
import type { Exports } from '../export/use-exports';
import type { Library } from '../posts/library/library';
import type { PostTask } from '../posts/tasks/task-context';
import type { PostActions } from '../posts/tree/use-post-actions';
import type { DialogKind } from '../store';
import type { Workbench } from '../workbench';

/** Names of the commands. They are the keys below `command` in `tools.json`, where the words of a command are. */
export type CommandId = keyof Words['tools']['command'];

/** What a command may use. */
export interface CommandContext {
  workbench: Workbench;
  library: Library;
  exports: Exports;
  parts: ExportParts;
  posts: PostActions;
  /** Makes a post below another one, or at the top. */
  createPost: (parentId: string | null) => void;
  saveBackup: () => void;
  exportBase: (id: string) => void;
  /** Opens the window of a task. */
  openTask: (task: PostTask) => void;
  appearance: Appearance;
  i18n: i18n;
  t: TFunction<['tools', 'editor', 'library']>;
}

/** Does what a command is for. A failure, also of the promise, is shown in a toast. */
export type CommandHandler = (context: CommandContext) => unknown;

/** An entry of the palette, which the toolbar, the slash menu and the keyboard offer too. */
export interface Command {
  id: CommandId;
  icon: LucideIcon;
  /** Shortcut: `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys?: string;
  /** What authors may also type to find it: pinyin, and English with the words of its English name, separated by spaces. */
  alias: string;
  /** The slash menu offers it. */
  isSlash?: boolean;
  /** It edits the text: its shortcut works only while the focus is there. */
  isEdit?: boolean;
  /** Whether menus and the palette offer it now; always when absent. */
  isOffered?: () => boolean;
  run: CommandHandler;
}

/** The part of a command that edits the text at the selection. */
export function editing(edit: TextEdit): Pick<Command, 'isEdit' | 'run'> {
  return {
    isEdit: true,
    run: ({ workbench, t }) => {
      if (workbench.source === null) return;
      editArticle(workbench.source, (selected) => edit(selected, (of) => t(`placeholder.${of}`)));
    },
  };
}

/** The handler that opens a dialog. */
export function dialog(kind: DialogKind): CommandHandler {
  return ({ workbench }) => workbench.store.set({ dialog: kind });
}
