import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/dnd/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/lineSelection/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/placeholderText/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordOperations/register';
// Monaco knows only the services whose modules are there before its first editor: these are for style sheets.
import 'monaco-editor/editor/contrib/suggest/browser/suggestMemory';
import 'monaco-editor/platform/actions/browser/actionViewItemService';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import { registerMarkdown } from './markdown-language';

registerMarkdown();

// All workers and files come from the app's own server.
self.MonacoEnvironment = {
  getWorker: (_id, label) => languageWorkers.get(label)?.() ?? new EditorWorker(),
};

/** Workers of languages, by Monaco's language id. A module that loads a language adds its worker. */
export const languageWorkers = new Map<string, () => Worker>();

export { editor, KeyCode, KeyMod, languages, Range, Selection } from 'monaco-editor/editor';
