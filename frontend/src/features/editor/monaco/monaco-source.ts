import { codeOf, parseChord } from '../../../lib/browser/key-chord';
import { bodyStart } from '../../../lib/text/front-matter';
import { textChange } from '../../../lib/text/text-change';
import { eachEdit } from '../edits/each-edit';
import type { LineGeometry } from '../preview/scroll-map';
import type { Edit, Selected, SourceEditor, SourceHost, SourceWords } from '../source-editor';
import { addCodeColors, type ColorCode } from './code-colors';
import type { Monaco } from './load-monaco';
import './find-widget.css';
import { OpenDocuments } from './open-documents';
import { followTextSpacing } from './text-spacing';
import { addTyping } from './typing';
import { CHINESE_PUNCTUATION } from './words';

interface MonacoOptions extends SourceWords {
  /** Names the document, see {@link SourceEditor.open}. */
  key: string;
  text: string;
  /** Colors the code blocks of the text. */
  colorCode: ColorCode;
  /** Shortcuts of the app's commands. */
  shortcuts: readonly { keys: string; run: () => void }[];
  /** Offsets to select at first. */
  selection?: { start: number; end: number };
}

const PADDING_TOP_PX = 24;
const PADDING_BOTTOM_PX = 96;

/** A source editor on Monaco, configured for Chinese prose. */
export function createMonacoSource(
  monaco: Monaco,
  container: HTMLElement,
  options: MonacoOptions,
  host: SourceHost,
): SourceEditor {
  const documents = new OpenDocuments(monaco, host);
  let model = documents.open(options.key, options.text);
  const editor = monaco.editor.create(container, {
    model,
    ariaLabel: options.ariaLabel,
    placeholder: options.placeholder,
    automaticLayout: true,
    wordWrap: 'on',
    // Chinese has no blanks between words: the browser's dictionary finds them.
    wordSegmenterLocales: 'zh',
    wordSeparators: monaco.editor.EditorOptions.wordSeparators.defaultValue + CHINESE_PUNCTUATION,
    wrappingIndent: 'none',
    lineNumbers: 'off',
    glyphMargin: false,
    folding: false,
    minimap: { enabled: false },
    // A copy of Markdown is plain text: its colors would come back as bold text where rich text is pasted.
    copyWithSyntaxHighlighting: false,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: 15,
    lineHeight: 26,
    fontLigatures: false,
    letterSpacing: 0,
    lineDecorationsWidth: 28,
    lineNumbersMinChars: 0,
    padding: { top: PADDING_TOP_PX, bottom: PADDING_BOTTOM_PX },
    scrollBeyondLastLine: false,
    smoothScrolling: false,
    renderLineHighlight: 'none',
    renderWhitespace: 'none',
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    scrollbar: { verticalScrollbarSize: 10, useShadows: false, alwaysConsumeMouseWheel: false },
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
    unusualLineTerminators: 'off',
    quickSuggestions: false,
    wordBasedSuggestions: 'off',
    links: false,
    stickyScroll: { enabled: false },
    matchBrackets: 'never',
    guides: { indentation: false },
    // Pairs, indentation and lists are those of `edits/typing`, as in the text box of phones.
    autoClosingBrackets: 'never',
    autoClosingQuotes: 'never',
    autoIndent: 'none',
    autoSurround: 'never',
    tabSize: 2,
    insertSpaces: true,
    dropIntoEditor: { enabled: false },
    fixedOverflowWidgets: true,
  });
  const describe = (tabHint: string) =>
    container.querySelector('[role=textbox]')?.setAttribute('aria-description', tabHint);
  describe(options.tabHint);
  for (const shortcut of options.shortcuts) {
    const chord = parseChord(shortcut.keys);
    const key = monaco.KeyCode[codeOf(chord.key) as keyof typeof monaco.KeyCode];
    const keybinding =
      (chord.mod ? monaco.KeyMod.CtrlCmd : 0) |
      (chord.shift ? monaco.KeyMod.Shift : 0) |
      (chord.alt ? monaco.KeyMod.Alt : 0) |
      key;
    editor.addCommand(keybinding, shortcut.run);
  }
  const stopColors = addCodeColors(monaco, editor, options.colorCode);
  const stopTyping = addTyping(monaco, editor, selections, apply);
  const stopSpacing = followTextSpacing(monaco, container, editor);
  // A right click outside of the selection puts the cursor there, as in other text fields.
  editor.onMouseDown(({ event, target }) => {
    const { position } = target;
    if (!event.rightButton || position === null) return;
    if (editor.getSelection()?.containsPosition(position) !== true) editor.setPosition(position);
  });
  editor.onDidChangeCursorSelection(() => host.onSelection());
  if (options.selection !== undefined) {
    select(options.selection.start, options.selection.end);
  }

  function select(start: number, end: number): void {
    const from = model.getPositionAt(start);
    const to = model.getPositionAt(end);
    editor.setSelection(
      new monaco.Selection(from.lineNumber, from.column, to.lineNumber, to.column),
    );
  }

  function rangeOf(start: number, end: number) {
    const from = model.getPositionAt(start);
    const to = model.getPositionAt(end);
    return new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column);
  }

  /** All selections, the main one first. */
  function selections(): Selected[] {
    const text = model.getValue();
    return (editor.getSelections() ?? []).map((selection) => ({
      text,
      start: model.getOffsetAt(selection.getStartPosition()),
      end: model.getOffsetAt(selection.getEndPosition()),
    }));
  }

  function selected(): Selected {
    return selections()[0] ?? { text: model.getValue(), start: 0, end: 0 };
  }

  function apply(...edits: Edit[]): void {
    editor.pushUndoStop();
    const changes = edits.filter(({ from, to, insert }) => from !== to || insert !== '');
    const selectionsAfter = () =>
      edits.map(({ selectStart, selectEnd }) => {
        const { startLineNumber, startColumn, endLineNumber, endColumn } = rangeOf(
          selectStart,
          selectEnd,
        );
        return new monaco.Selection(startLineNumber, startColumn, endLineNumber, endColumn);
      });
    if (changes.length > 0) {
      // The selections are a part of the step: they come back when it is made again.
      editor.executeEdits(
        'command',
        changes.map(({ from, to, insert }) => ({
          range: rangeOf(from, to),
          text: insert,
          forceMoveMarkers: true,
        })),
        selectionsAfter,
      );
    } else editor.setSelections(selectionsAfter());
    editor.pushUndoStop();
    editor.revealPositionInCenterIfOutsideViewport(model.getPositionAt(edits[0]?.selectEnd ?? 0));
    editor.focus();
  }

  return {
    selected,
    lineBefore() {
      const selection = editor.getSelection();
      if (selection === null || !selection.isEmpty()) return null;
      const { lineNumber, column } = selection.getPosition();
      return model.getLineContent(lineNumber).slice(0, column - 1);
    },
    cursorBox() {
      const position = editor.getPosition();
      const shown = position === null ? null : editor.getScrolledVisiblePosition(position);
      if (shown === null) return null;
      const own = container.getBoundingClientRect();
      const top = own.top + shown.top;
      if (top < own.top - shown.height || top > own.bottom) return null;
      return { left: own.left + shown.left, top, bottom: top + shown.height };
    },
    offsetAt(x, y) {
      const { position } = editor.getTargetAtClientPoint(x, y) ?? {};
      return position == null ? null : model.getOffsetAt(position);
    },
    apply,
    applyEach(editOf) {
      const [main, ...others] = selections();
      if (main === undefined) return false;
      const together = eachEdit([main, ...others], editOf);
      const edits = together ?? (others.length > 0 ? eachEdit([main], editOf) : null);
      if (edits !== null) apply(...edits);
      return edits !== null;
    },
    applyToAll(editOf) {
      const edits = eachEdit(selections(), editOf);
      if (edits !== null) apply(...edits);
      return edits !== null;
    },
    splice(from, to, insert) {
      const start = model.getPositionAt(from);
      const end = model.getPositionAt(to);
      editor.pushUndoStop();
      model.pushEditOperations(
        editor.getSelections(),
        [
          {
            range: new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column),
            text: insert,
          },
        ],
        () => null,
      );
      editor.pushUndoStop();
    },
    replaceAll(text) {
      editor.pushUndoStop();
      editor.executeEdits('replace', [{ range: model.getFullModelRange(), text }]);
      editor.pushUndoStop();
      editor.setPosition({ lineNumber: 1, column: 1 });
      editor.setScrollTop(0);
    },
    change(text) {
      const change = textChange(model.getValue(), text);
      if (change === null) return;
      editor.pushUndoStop();
      model.pushEditOperations(
        editor.getSelections(),
        [{ range: rangeOf(change.from, change.to), text: change.insert }],
        () => null,
      );
      editor.pushUndoStop();
    },
    open(key, text) {
      documents.keepView(model, editor.saveViewState());
      model = documents.open(key, text);
      const hadFocus = editor.hasTextFocus();
      // Through none: two documents of the same age would pass for the same one, and keep a wrong placeholder.
      editor.setModel(null);
      editor.setModel(model);
      // The next key belongs to the document that is shown now.
      if (hadFocus) editor.focus();
      const view = documents.viewOf(model);
      if (view === null) editor.setPosition(model.getPositionAt(bodyStart(text)));
      else editor.restoreViewState(view);
    },
    setReadOnly: (readOnly) => editor.updateOptions({ readOnly }),
    setWords({ ariaLabel, tabHint, placeholder }) {
      editor.updateOptions({ ariaLabel, placeholder });
      describe(tabHint);
    },
    goToLine(line) {
      const lineNumber = Math.min(Math.max(1, line), model.getLineCount());
      editor.setPosition({ lineNumber, column: 1 });
      editor.revealLineInCenterIfOutsideViewport(lineNumber);
      editor.focus();
    },
    select(from, to) {
      const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)];
      editor.setSelection({
        startLineNumber: start.lineNumber,
        startColumn: start.column,
        endLineNumber: end.lineNumber,
        endColumn: end.column,
      });
      editor.revealLineInCenterIfOutsideViewport(start.lineNumber);
      editor.focus();
    },
    undo: () => editor.trigger('command', 'undo', null),
    redo: () => editor.trigger('command', 'redo', null),
    find(withReplace) {
      editor.focus();
      editor.trigger(
        'app',
        withReplace ? 'editor.action.startFindReplaceAction' : 'actions.find',
        null,
      );
    },
    focus: () => editor.focus(),
    // The text begins below the padding: Monaco shows the first line without it, and that is the top as well.
    port: () => ({
      scrollTop: Math.max(0, editor.getScrollTop() - PADDING_TOP_PX),
      viewHeight: editor.getLayoutInfo().height,
      contentHeight: editor.getScrollHeight() - PADDING_TOP_PX,
    }),
    lines: () =>
      monacoGeometry(
        model.getLineCount(),
        (line) => editor.getTopForLineNumber(line) - PADDING_TOP_PX,
        editor.getScrollHeight() - PADDING_BOTTOM_PX - PADDING_TOP_PX,
      ),
    scrollTo: (y) => editor.setScrollTop(y + Math.min(y, PADDING_TOP_PX)),
    onScroll(listen) {
      const listener = editor.onDidScrollChange((event) => {
        if (event.scrollTopChanged) listen();
      });
      return () => listener.dispose();
    },
    onIntent(listen) {
      const events = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'input'] as const;
      for (const name of events) {
        container.addEventListener(name, listen, { passive: true, capture: true });
      }
      return () => {
        for (const name of events) container.removeEventListener(name, listen, { capture: true });
      };
    },
    dispose() {
      stopSpacing();
      stopColors();
      stopTyping();
      editor.dispose();
      documents.dispose();
    },
  };
}

/** Lines of the text as Monaco has laid them out; `end` is the lower edge of the last one. */
function monacoGeometry(
  lineCount: number,
  topOf: (line: number) => number,
  end: number,
): LineGeometry {
  const edge = (line: number) => (line > lineCount ? end : topOf(line));
  return {
    yOf(line) {
      const whole = Math.min(Math.max(1, Math.floor(line)), lineCount);
      const top = edge(whole);
      return top + Math.min(1, Math.max(0, line - whole)) * (edge(whole + 1) - top);
    },
    lineAt(y) {
      let low = 1;
      let high = lineCount;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (topOf(middle) <= y) low = middle;
        else high = middle - 1;
      }
      const top = edge(low);
      const height = edge(low + 1) - top;
      const share = height <= 0 ? 0 : (y - top) / height;
      return low + Math.min(1, Math.max(0, share));
    },
  };
}
