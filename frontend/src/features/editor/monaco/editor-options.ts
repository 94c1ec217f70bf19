import type { Monaco } from './load-monaco';
import { CHINESE_PUNCTUATION } from './words';

export const PADDING_TOP_PX = 24;
export const PADDING_BOTTOM_PX = 96;

type EditorOptions = NonNullable<Parameters<Monaco['editor']['create']>[1]>;

/** How Monaco is set for Chinese prose. */
export const editorOptions = (monaco: Monaco): EditorOptions => ({
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
