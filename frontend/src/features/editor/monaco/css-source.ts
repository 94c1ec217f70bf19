import type { Locale } from '../../../config/constants';
import { loadMonaco } from './load-monaco';
import { applyMonacoTheme } from './themes';

/** A problem in a style sheet. */
export interface CssProblem {
  /** 1-based. */
  line: number;
  isError: boolean;
  /** The language service's code, for example `css-rcurlyexpected`. */
  code: string;
  /** In English. */
  message: string;
}

interface CssSourceHost {
  onText(text: string): void;
  onProblems(problems: CssProblem[]): void;
}

/** A Monaco editor for style sheets, one at a time. */
export interface CssSource {
  /** Shows another style sheet; each has its own undo steps. */
  show(name: string, text: string): void;
  /** The sheet has another name from now on. */
  rename(from: string, to: string): void;
  goToLine(line: number): void;
  dispose(): void;
}

/** Creates the editor. Monaco and its CSS service are loaded at the first call. Rejects when that fails. */
export async function createCssSource(
  container: HTMLElement,
  options: { locale: Locale; ariaLabel: string; isDark: boolean },
  host: CssSourceHost,
): Promise<CssSource> {
  const base = await loadMonaco(options.locale);
  const monaco = await import('./css-parts');
  // Monaco writes a theme's colors for the parts that it knows by then: the list of suggestions has come since.
  applyMonacoTheme(base, options.isDark);
  // It also knows no keys of theirs until it is told to look again.
  monaco.editor.addKeybindingRules([]);
  const models = new Map<string, ReturnType<typeof monaco.editor.createModel>>();
  const editor = monaco.editor.create(container, {
    model: null,
    ariaLabel: options.ariaLabel,
    automaticLayout: true,
    wordWrap: 'on',
    lineNumbers: 'on',
    lineNumbersMinChars: 2,
    lineDecorationsWidth: 8,
    glyphMargin: false,
    folding: false,
    minimap: { enabled: false },
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: 13,
    lineHeight: 20,
    padding: { top: 12, bottom: 24 },
    scrollBeyondLastLine: false,
    renderLineHighlight: 'none',
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    scrollbar: { verticalScrollbarSize: 10, useShadows: false, alwaysConsumeMouseWheel: false },
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
    stickyScroll: { enabled: false },
    guides: { indentation: false },
    tabSize: 2,
    fixedOverflowWidgets: true,
    // Tab moves the focus out of the editor, as in the other fields of the panel.
    tabFocusMode: true,
  });
  const markers = monaco.editor.onDidChangeMarkers((changed) => {
    const uri = editor.getModel()?.uri;
    if (uri !== undefined && changed.some((other) => other.toString() === uri.toString())) report();
  });

  function report(): void {
    const model = editor.getModel();
    if (model === null) return;
    const found = monaco.editor.getModelMarkers({ resource: model.uri });
    host.onProblems(
      found.map((marker) => ({
        line: marker.startLineNumber,
        isError: marker.severity === monaco.MarkerSeverity.Error,
        code: typeof marker.code === 'string' ? marker.code : (marker.code?.value ?? ''),
        message: marker.message,
      })),
    );
  }

  function modelOf(name: string, text: string) {
    const known = models.get(name);
    if (known !== undefined) return known;
    const made = monaco.editor.createModel(text, 'css');
    made.onDidChangeContent(() => {
      if (editor.getModel() === made) host.onText(made.getValue());
    });
    models.set(name, made);
    return made;
  }

  return {
    show(name, text) {
      const model = modelOf(name, text);
      if (model.getValue() !== text) model.setValue(text);
      if (editor.getModel() === model) return;
      editor.setModel(model);
      report();
    },
    rename(from, to) {
      const model = models.get(from);
      if (model === undefined) return;
      models.delete(from);
      models.set(to, model);
    },
    goToLine(line) {
      editor.setPosition({ lineNumber: line, column: 1 });
      editor.revealLineInCenterIfOutsideViewport(line);
      editor.focus();
    },
    dispose() {
      markers.dispose();
      editor.dispose();
      for (const model of models.values()) model.dispose();
    },
  };
}
