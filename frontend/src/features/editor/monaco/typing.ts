import { eachEdit } from '../edits/each-edit';
import {
  afterComposition,
  cut,
  deleteLines,
  enter,
  erase,
  eraseSelection,
  isPairSign,
  lineBreak,
  moveItems,
  tab,
  typeSign,
} from '../edits/typing/typing';
import type { Edit, Selected } from '../source-editor';
import type { Monaco } from './load-monaco';

const OWN_KEY = 'isArticleSource';
const OWN_TEXT = `${OWN_KEY} && editorTextFocus && !editorReadonly`;

type Editor = ReturnType<Monaco['editor']['create']>;

/**
 * Lets Enter, Tab, Backspace and signs do what `edits/typing` says, at each cursor; where it says nothing, Monaco does
 * what it always does. Returns a function that stops it.
 */
export function addTyping(
  monaco: Monaco,
  editor: Editor,
  selections: () => Selected[],
  apply: (...edits: Edit[]) => void,
): () => void {
  const on = (
    key: number,
    edit: (selected: Selected) => Edit | null,
    otherwise: [handler: string, payload: unknown],
    when = '',
  ) =>
    editor.addCommand(
      key,
      () => {
        const made = eachEdit(selections(), edit);
        if (made === null) editor.trigger('keyboard', ...otherwise);
        else apply(...made);
      },
      `${OWN_TEXT}${when}`,
    );
  const { Enter, Tab, Backspace, Delete, KeyK, UpArrow, DownArrow } = monaco.KeyCode;
  const { Alt, CtrlCmd, Shift } = monaco.KeyMod;
  const inText = ' && !editorTabMovesFocus';
  // Monaco's shortcuts count for all its editors; these are for this one.
  editor.createContextKey(OWN_KEY, true);
  on(Enter, enter, ['type', { text: '\n' }]);
  on(Shift | Enter, lineBreak, ['type', { text: '\n' }]);
  on(Tab, (at) => tab(at, false), ['tab', null], inText);
  on(Shift | Tab, (at) => tab(at, true), ['outdent', null], inText);
  on(Backspace, erase, ['deleteLeft', null]);
  on(Delete, eraseSelection, ['deleteRight', null]);
  on(CtrlCmd | Shift | KeyK, deleteLines, ['editor.action.deleteLines', null]);
  on(Alt | UpArrow, (at) => moveItems(at, -1), ['editor.action.moveLinesUpAction', null]);
  // As on other systems: on Linux Monaco has other keys for it.
  const noEdit = () => null;
  on(Alt | Shift | UpArrow, noEdit, ['editor.action.copyLinesUpAction', null]);
  on(Alt | Shift | DownArrow, noEdit, ['editor.action.copyLinesDownAction', null]);
  on(Alt | DownArrow, (at) => moveItems(at, 1), ['editor.action.moveLinesDownAction', null]);

  const isReadOnly = () => editor.getOption(monaco.editor.EditorOption.readOnly);

  // What is typed passes through this command of Monaco, which may be overwritten. What an input method is composing
  // is Monaco's, until it has ended.
  const typing = monaco.editor.registerCommand('type', (_, payload: { text: string }) => {
    const typedIn = monaco.editor.getEditors().find((other) => other.hasTextFocus());
    const isSign = typedIn === editor && !isComposing && isPairSign(payload.text) && !isReadOnly();
    const made = isSign ? eachEdit(selections(), (at) => typeSign(at, payload.text)) : null;
    if (made === null) typedIn?.trigger('keyboard', 'type', payload);
    else apply(...made);
  });
  // Monaco has filled the clipboard before it calls this command, which only deletes.
  const cutting = monaco.editor.registerCommand('cut', () => {
    const cutIn = monaco.editor.getEditors().find((other) => other.hasTextFocus());
    const made = cutIn === editor && !isReadOnly() ? eachEdit(selections(), cut) : null;
    if (made === null) cutIn?.trigger('keyboard', 'cut', null);
    else apply(...made);
  });

  let isComposing = false;
  let before: Selected | null = null;
  const starts = editor.onDidCompositionStart(() => {
    // One undo takes back one composed word, and not all that was composed one after the other.
    editor.pushUndoStop();
    isComposing = true;
    const now = selections();
    before = now.length === 1 ? (now[0] ?? null) : null;
  });
  const ends = editor.onDidCompositionEnd(() => {
    isComposing = false;
    const from = before;
    before = null;
    const [now] = selections();
    if (from === null || now === undefined) return;
    const sign = now.text.slice(from.start, now.start);
    if (!isPairSign(sign)) return;
    // Monaco finishes its own change first.
    queueMicrotask(() => {
      const edits = eachEdit(selections(), (at) =>
        afterComposition(at, sign, from.text.slice(from.start, from.end)),
      );
      if (edits !== null) apply(...edits);
    });
  });
  return () => {
    typing.dispose();
    cutting.dispose();
    starts.dispose();
    ends.dispose();
  };
}
