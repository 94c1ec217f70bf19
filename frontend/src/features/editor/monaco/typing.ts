import {
  afterComposition,
  enter,
  eraseEmptyPair,
  isPairSign,
  plainBreak,
  tab,
  typeSign,
} from '../edits/typing/typing';
import type { Edit, Selected } from '../source-editor';
import type { Monaco } from './load-monaco';

const OWN_KEY = 'isArticleSource';
const OWN_TEXT = `${OWN_KEY} && editorTextFocus && !editorReadonly`;

type Editor = ReturnType<Monaco['editor']['create']>;

/**
 * Lets Enter, Tab, Backspace and signs do what `edits/typing` says; where it says nothing, Monaco does what it always
 * does. Several cursors are Monaco's alone. Returns a function that stops it.
 */
export function addTyping(
  monaco: Monaco,
  editor: Editor,
  selected: () => Selected,
  apply: (edit: Edit) => void,
): () => void {
  const mayEdit = () => editor.getSelections()?.length === 1;
  const on = (
    key: number,
    edit: (selected: Selected) => Edit | null,
    otherwise: [handler: string, payload: unknown],
    when = '',
  ) =>
    editor.addCommand(
      key,
      () => {
        const made = mayEdit() ? edit(selected()) : null;
        if (made === null) editor.trigger('keyboard', ...otherwise);
        else apply(made);
      },
      `${OWN_TEXT}${when}`,
    );
  const { Enter, Tab, Backspace } = monaco.KeyCode;
  const { Shift } = monaco.KeyMod;
  const inText = ' && !editorTabMovesFocus';
  // Monaco's shortcuts count for all its editors; these are for this one.
  editor.createContextKey(OWN_KEY, true);
  on(Enter, enter, ['type', { text: '\n' }]);
  on(Shift | Enter, plainBreak, ['type', { text: '\n' }]);
  on(Tab, (at) => tab(at, false), ['tab', null], inText);
  on(Shift | Tab, (at) => tab(at, true), ['outdent', null], inText);
  on(Backspace, eraseEmptyPair, ['deleteLeft', null]);

  // What is typed passes through this command of Monaco, which may be overwritten.
  const typing = monaco.editor.registerCommand('type', (_, payload: { text: string }) => {
    const typedIn = monaco.editor.getEditors().find((other) => other.hasTextFocus());
    const isSign = typedIn === editor && isPairSign(payload.text) && mayEdit();
    const made = isSign && !isReadOnly() ? typeSign(selected(), payload.text) : null;
    if (made === null) typedIn?.trigger('keyboard', 'type', payload);
    else apply(made);
  });
  const isReadOnly = () => editor.getOption(monaco.editor.EditorOption.readOnly);

  let before: Selected | null = null;
  const starts = editor.onDidCompositionStart(() => {
    before = mayEdit() ? selected() : null;
  });
  const ends = editor.onDidCompositionEnd(() => {
    const from = before;
    before = null;
    if (from === null) return;
    const now = selected();
    const sign = now.text.slice(from.start, now.start);
    if (!isPairSign(sign)) return;
    // Monaco finishes its own change first.
    queueMicrotask(() => {
      const edit = afterComposition(selected(), sign, from.text.slice(from.start, from.end));
      if (edit !== null) apply(edit);
    });
  });
  return () => {
    typing.dispose();
    starts.dispose();
    ends.dispose();
  };
}
