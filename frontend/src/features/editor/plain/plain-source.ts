import { bodyStart } from '../../../lib/text/front-matter';
import { textChange } from '../../../lib/text/text-change';
import type { LineGeometry } from '../preview/scroll-map';
import type {
  CursorBox,
  Edit,
  Selected,
  SourceEditor,
  SourceHost,
  SourceWords,
} from '../source-editor';
import { rememberCarets } from './carets';
import { replaceByHistory, withFocus } from './history';
import { cursorBoxOf, heightUpTo } from './measure';
import { addPlainTyping } from './typing';

/** Events by which an author says where to go. */
const INTENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'input'] as const;

/** A source editor on a text box. It is used until Monaco has loaded, when Monaco cannot be loaded, and on touch screens. */
export class PlainSource implements SourceEditor {
  readonly #box: HTMLTextAreaElement;
  readonly #host: SourceHost;
  readonly #carets: ReturnType<typeof rememberCarets>;
  readonly #stopTyping: () => void;

  constructor(box: HTMLTextAreaElement, host: SourceHost) {
    this.#box = box;
    this.#host = host;
    this.#carets = rememberCarets(box);
    box.addEventListener('input', this.#handleInput);
    document.addEventListener('selectionchange', this.#handleSelection);
    this.#stopTyping = addPlainTyping(
      box,
      () => this.selected(),
      (edit) => this.apply(edit),
    );
  }

  selected(): Selected {
    const { value: text, selectionStart: start, selectionEnd: end } = this.#box;
    return { text, start, end };
  }

  lineBefore(): string | null {
    const { selectionStart: at, selectionEnd, value } = this.#box;
    return at === selectionEnd ? value.slice(value.lastIndexOf('\n', at - 1) + 1, at) : null;
  }

  cursorBox(): CursorBox | null {
    return cursorBoxOf(this.#box);
  }

  offsetAt(x: number, y: number): number | null {
    const caret = document.caretPositionFromPoint?.(x, y);
    return caret?.offsetNode === this.#box ? caret.offset : null;
  }

  apply({ from, to, insert, selectStart, selectEnd }: Edit): void {
    if (from !== to || insert !== '') this.#replace(from, to, insert, selectStart, selectEnd);
    else {
      this.#box.focus();
      this.#box.setSelectionRange(selectStart, selectEnd);
    }
  }

  /** There is one cursor. */
  applyEach(editOf: (selected: Selected) => Edit | null): boolean {
    const edit = editOf(this.selected());
    if (edit !== null) this.apply(edit);
    return edit !== null;
  }

  applyToAll(editOf: (selected: Selected) => Edit | null): boolean {
    return this.applyEach(editOf);
  }

  undo(): void {
    this.#step('undo');
  }

  redo(): void {
    this.#step('redo');
  }

  splice(from: number, to: number, insert: string): void {
    const box = this.#box;
    const { selectionStart, selectionEnd, scrollTop, readOnly } = box;
    const moved = (at: number) =>
      at <= from ? at : at >= to ? at + insert.length - (to - from) : from + insert.length;
    const [start, end] = [moved(selectionStart), moved(selectionEnd)];
    this.#carets.add(from, to, insert, { start, end });
    // What the server sends comes into a text that its reader may not change, too.
    box.readOnly = false;
    withFocus(box, () => replaceByHistory(box, from, to, insert));
    box.readOnly = readOnly;
    this.#host.onText(box.value);
    box.setSelectionRange(start, end);
    box.scrollTop = scrollTop;
  }

  replaceAll(text: string): void {
    this.#replace(0, this.#box.value.length, text, 0, 0);
    this.#box.scrollTop = 0;
  }

  change(text: string): void {
    const change = textChange(this.#box.value, text);
    if (change !== null) this.splice(change.from, change.to, change.insert);
  }

  open(_key: string, text: string): void {
    const box = this.#box;
    box.value = text;
    this.#carets.clear();
    box.setSelectionRange(bodyStart(text), bodyStart(text));
    box.scrollTop = 0;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#box.readOnly = isReadOnly;
  }

  setWords({ ariaLabel, placeholder }: SourceWords): void {
    this.#box.ariaLabel = ariaLabel;
    this.#box.placeholder = placeholder;
  }

  goToLine(line: number): void {
    const lines = this.#box.value.split('\n').slice(0, Math.max(0, line - 1));
    const offset = lines.reduce((sum, text) => sum + text.length + 1, 0);
    this.select(offset, offset);
  }

  select(from: number, to: number): void {
    const box = this.#box;
    box.focus({ preventScroll: true });
    box.setSelectionRange(from, to);
    box.scrollTop = heightUpTo(box, from) - box.clientHeight / 2;
  }

  find(withReplace: boolean): void {
    this.#host.onFind(withReplace);
  }

  focus(): void {
    this.#box.focus();
  }

  port() {
    const { scrollTop, clientHeight: viewHeight, scrollHeight: contentHeight } = this.#box;
    return { scrollTop, viewHeight, contentHeight };
  }

  /** A text box does not tell where its lines wrap, so all lines count as equally high. */
  lines(): LineGeometry {
    const perLine = this.#box.scrollHeight / this.#box.value.split('\n').length;
    return { lineAt: (y) => 1 + y / perLine, yOf: (line) => (line - 1) * perLine };
  }

  scrollTo(y: number): void {
    this.#box.scrollTop = y;
  }

  onScroll(listen: () => void): () => void {
    this.#box.addEventListener('scroll', listen, { passive: true });
    return () => this.#box.removeEventListener('scroll', listen);
  }

  onIntent(listen: () => void): () => void {
    for (const name of INTENTS) this.#box.addEventListener(name, listen, { passive: true });
    return () => {
      for (const name of INTENTS) this.#box.removeEventListener(name, listen);
    };
  }

  dispose(): void {
    this.#stopTyping();
    this.#carets.stop();
    this.#box.removeEventListener('input', this.#handleInput);
    document.removeEventListener('selectionchange', this.#handleSelection);
  }

  readonly #handleInput = () => this.#host.onText(this.#box.value);

  readonly #handleSelection = () => {
    if (document.activeElement === this.#box) this.#host.onSelection();
  };

  #replace(from: number, to: number, insert: string, start: number, end: number): void {
    const box = this.#box;
    if (box.readOnly) return;
    this.#carets.add(from, to, insert, { start, end });
    box.focus();
    replaceByHistory(box, from, to, insert);
    this.#host.onText(box.value);
    box.setSelectionRange(start, end);
  }

  /** The steps are the browser's own, which it counts for the box that has the focus. */
  #step(name: 'undo' | 'redo'): void {
    if (this.#box.readOnly) return;
    this.#box.focus();
    document.execCommand(name);
  }
}
