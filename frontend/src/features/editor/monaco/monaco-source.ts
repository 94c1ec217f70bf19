import { codeOf, parseChord } from '../../../lib/browser/key-chord';
import { bodyStart } from '../../../lib/text/front-matter';
import { textChange } from '../../../lib/text/text-change';
import { eachEdit } from '../edits/each-edit';
import type { LineGeometry } from '../preview/scroll-map';
import type {
  CursorBox,
  Edit,
  Selected,
  SourceEditor,
  SourceHost,
  SourceWords,
} from '../source-editor';
import { addCodeColors, type ColorCode } from './code-colors';
import { editorOptions, PADDING_BOTTOM_PX, PADDING_TOP_PX } from './editor-options';
import { lineGeometry } from './line-geometry';
import type { Monaco } from './load-monaco';
import './find-widget.css';
import { OpenDocuments } from './open-documents';
import { followTextSpacing } from './text-spacing';
import { addTyping } from './typing';

interface Shortcut {
  keys: string;
  run: () => void;
}

interface MonacoOptions extends SourceWords {
  /** Names the document, see {@link SourceEditor.open}. */
  key: string;
  text: string;
  /** Colors the code blocks of the text. */
  colorCode: ColorCode;
  /** Shortcuts of the app's commands. */
  shortcuts: readonly Shortcut[];
  /** Offsets to select at first. */
  selection?: { start: number; end: number };
}

type Editor = ReturnType<Monaco['editor']['create']>;
type Model = ReturnType<OpenDocuments['open']>;

/** Events by which an author says where to go. */
const INTENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'input'] as const;

/** A source editor on Monaco, configured for Chinese prose. */
export class MonacoSource implements SourceEditor {
  readonly #monaco: Monaco;
  readonly #container: HTMLElement;
  readonly #documents: OpenDocuments;
  readonly #editor: Editor;
  readonly #stops: readonly (() => void)[];
  #model: Model;

  constructor(monaco: Monaco, container: HTMLElement, options: MonacoOptions, host: SourceHost) {
    this.#monaco = monaco;
    this.#container = container;
    this.#documents = new OpenDocuments(monaco, host);
    this.#model = this.#documents.open(options.key, options.text);
    this.#editor = monaco.editor.create(container, {
      ...editorOptions(monaco),
      model: this.#model,
      ariaLabel: options.ariaLabel,
      placeholder: options.placeholder,
    });
    const editor = this.#editor;
    this.#describe(options.tabHint);
    for (const shortcut of options.shortcuts) addShortcut(monaco, editor, shortcut);
    this.#stops = [
      followTextSpacing(monaco, container, editor),
      addCodeColors(monaco, editor, options.colorCode),
      addTyping(
        monaco,
        editor,
        () => this.#selections(),
        (...edits) => this.apply(...edits),
      ),
    ];
    // A right click outside of the selection puts the cursor there, as in other text fields.
    editor.onMouseDown(({ event, target }) => {
      const { position } = target;
      if (!event.rightButton || position === null) return;
      if (editor.getSelection()?.containsPosition(position) !== true) editor.setPosition(position);
    });
    editor.onDidChangeCursorSelection(() => host.onSelection());
    if (options.selection !== undefined) {
      const { start, end } = options.selection;
      editor.setSelection(this.#selectionOf(start, end));
    }
  }

  selected(): Selected {
    return this.#selections()[0] ?? { text: this.#model.getValue(), start: 0, end: 0 };
  }

  lineBefore(): string | null {
    const selection = this.#editor.getSelection();
    if (selection === null || !selection.isEmpty()) return null;
    const { lineNumber, column } = selection.getPosition();
    return this.#model.getLineContent(lineNumber).slice(0, column - 1);
  }

  cursorBox(): CursorBox | null {
    const position = this.#editor.getPosition();
    const shown = position === null ? null : this.#editor.getScrolledVisiblePosition(position);
    if (shown === null) return null;
    const own = this.#container.getBoundingClientRect();
    const top = own.top + shown.top;
    if (top < own.top - shown.height || top > own.bottom) return null;
    return { left: own.left + shown.left, top, bottom: top + shown.height };
  }

  offsetAt(x: number, y: number): number | null {
    const { position } = this.#editor.getTargetAtClientPoint(x, y) ?? {};
    return position == null ? null : this.#model.getOffsetAt(position);
  }

  apply(...edits: Edit[]): void {
    const editor = this.#editor;
    editor.pushUndoStop();
    const changes = edits.filter(({ from, to, insert }) => from !== to || insert !== '');
    const selectionsAfter = () =>
      edits.map(({ selectStart, selectEnd }) => this.#selectionOf(selectStart, selectEnd));
    if (changes.length > 0) {
      // The selections are a part of the step: they come back when it is made again.
      editor.executeEdits(
        'command',
        changes.map(({ from, to, insert }) => ({
          range: this.#rangeOf(from, to),
          text: insert,
          forceMoveMarkers: true,
        })),
        selectionsAfter,
      );
    } else editor.setSelections(selectionsAfter());
    editor.pushUndoStop();
    const end = this.#model.getPositionAt(edits[0]?.selectEnd ?? 0);
    editor.revealPositionInCenterIfOutsideViewport(end);
    editor.focus();
  }

  applyEach(editOf: (selected: Selected) => Edit | null): boolean {
    const [main, ...others] = this.#selections();
    if (main === undefined) return false;
    const together = eachEdit([main, ...others], editOf);
    const edits = together ?? (others.length > 0 ? eachEdit([main], editOf) : null);
    if (edits !== null) this.apply(...edits);
    return edits !== null;
  }

  applyToAll(editOf: (selected: Selected) => Edit | null): boolean {
    const edits = eachEdit(this.#selections(), editOf);
    if (edits !== null) this.apply(...edits);
    return edits !== null;
  }

  splice(from: number, to: number, insert: string): void {
    this.#editor.pushUndoStop();
    this.#model.pushEditOperations(
      this.#editor.getSelections(),
      [{ range: this.#rangeOf(from, to), text: insert }],
      () => null,
    );
    this.#editor.pushUndoStop();
  }

  replaceAll(text: string): void {
    const editor = this.#editor;
    editor.pushUndoStop();
    editor.executeEdits('replace', [{ range: this.#model.getFullModelRange(), text }]);
    editor.pushUndoStop();
    editor.setPosition({ lineNumber: 1, column: 1 });
    editor.setScrollTop(0);
  }

  change(text: string): void {
    const change = textChange(this.#model.getValue(), text);
    if (change !== null) this.splice(change.from, change.to, change.insert);
  }

  open(key: string, text: string): void {
    const editor = this.#editor;
    this.#documents.keepView(this.#model, editor.saveViewState());
    this.#model = this.#documents.open(key, text);
    const hadFocus = editor.hasTextFocus();
    // Through none: two documents of the same age would pass for the same one, and keep a wrong placeholder.
    editor.setModel(null);
    editor.setModel(this.#model);
    // The next key belongs to the document that is shown now.
    if (hadFocus) editor.focus();
    const view = this.#documents.viewOf(this.#model);
    if (view === null) editor.setPosition(this.#model.getPositionAt(bodyStart(text)));
    else editor.restoreViewState(view);
  }

  setReadOnly(readOnly: boolean): void {
    this.#editor.updateOptions({ readOnly });
  }

  setWords({ ariaLabel, tabHint, placeholder }: SourceWords): void {
    this.#editor.updateOptions({ ariaLabel, placeholder });
    this.#describe(tabHint);
  }

  goToLine(line: number): void {
    const lineNumber = Math.min(Math.max(1, line), this.#model.getLineCount());
    this.#editor.setPosition({ lineNumber, column: 1 });
    this.#editor.revealLineInCenterIfOutsideViewport(lineNumber);
    this.#editor.focus();
  }

  select(from: number, to: number): void {
    const selection = this.#selectionOf(from, to);
    this.#editor.setSelection(selection);
    this.#editor.revealLineInCenterIfOutsideViewport(selection.selectionStartLineNumber);
    this.#editor.focus();
  }

  undo(): void {
    this.#editor.trigger('command', 'undo', null);
  }

  redo(): void {
    this.#editor.trigger('command', 'redo', null);
  }

  find(withReplace: boolean): void {
    const action = withReplace ? 'editor.action.startFindReplaceAction' : 'actions.find';
    this.#editor.focus();
    this.#editor.trigger('app', action, null);
  }

  focus(): void {
    this.#editor.focus();
  }

  /** The text begins below the padding: Monaco shows the first line without it, and that is the top as well. */
  port() {
    const editor = this.#editor;
    return {
      scrollTop: Math.max(0, editor.getScrollTop() - PADDING_TOP_PX),
      viewHeight: editor.getLayoutInfo().height,
      contentHeight: editor.getScrollHeight() - PADDING_TOP_PX,
    };
  }

  lines(): LineGeometry {
    return lineGeometry(
      this.#model.getLineCount(),
      (line) => this.#editor.getTopForLineNumber(line) - PADDING_TOP_PX,
      this.#editor.getScrollHeight() - PADDING_BOTTOM_PX - PADDING_TOP_PX,
    );
  }

  scrollTo(y: number): void {
    this.#editor.setScrollTop(y + Math.min(y, PADDING_TOP_PX));
  }

  onScroll(listen: () => void): () => void {
    const listener = this.#editor.onDidScrollChange((event) => {
      if (event.scrollTopChanged) listen();
    });
    return () => listener.dispose();
  }

  onIntent(listen: () => void): () => void {
    const container = this.#container;
    for (const name of INTENTS) {
      container.addEventListener(name, listen, { passive: true, capture: true });
    }
    return () => {
      for (const name of INTENTS) container.removeEventListener(name, listen, { capture: true });
    };
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#editor.dispose();
    this.#documents.dispose();
  }

  /** All selections, the main one first. */
  #selections(): Selected[] {
    const text = this.#model.getValue();
    return (this.#editor.getSelections() ?? []).map((selection) => ({
      text,
      start: this.#model.getOffsetAt(selection.getStartPosition()),
      end: this.#model.getOffsetAt(selection.getEndPosition()),
    }));
  }

  #rangeOf(start: number, end: number) {
    const from = this.#model.getPositionAt(start);
    const to = this.#model.getPositionAt(end);
    return new this.#monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column);
  }

  #selectionOf(start: number, end: number) {
    const from = this.#model.getPositionAt(start);
    const to = this.#model.getPositionAt(end);
    return new this.#monaco.Selection(from.lineNumber, from.column, to.lineNumber, to.column);
  }

  #describe(tabHint: string): void {
    this.#container.querySelector('[role=textbox]')?.setAttribute('aria-description', tabHint);
  }
}

function addShortcut(monaco: Monaco, editor: Editor, { keys, run }: Shortcut): void {
  const chord = parseChord(keys);
  const key = monaco.KeyCode[codeOf(chord.key) as keyof typeof monaco.KeyCode];
  const keybinding =
    (chord.mod ? monaco.KeyMod.CtrlCmd : 0) |
    (chord.shift ? monaco.KeyMod.Shift : 0) |
    (chord.alt ? monaco.KeyMod.Alt : 0) |
    key;
  editor.addCommand(keybinding, run);
}
