import { bodyStart } from '../../lib/text/front-matter';
import { textChange } from '../../lib/text/text-change';
import { rememberCarets } from './plain-carets';
import { addPlainTyping } from './plain-typing';
import type { CursorBox, Edit, Selected, SourceEditor, SourceHost } from './source-editor';

/** A source editor on a text box. It is used until Monaco has loaded, when Monaco cannot be loaded, and on touch screens. */
export function createPlainSource(box: HTMLTextAreaElement, host: SourceHost): SourceEditor {
  const carets = rememberCarets(box);
  const handleInput = () => host.onText(box.value);
  box.addEventListener('input', handleInput);
  const handleSelection = () => {
    if (document.activeElement === box) host.onSelection();
  };
  document.addEventListener('selectionchange', handleSelection);
  const lineCount = () => box.value.split('\n').length;

  function replace(from: number, to: number, insert: string, start: number, end = start): void {
    if (box.readOnly) return;
    carets.add(from, to, insert, { start, end });
    box.focus();
    replaceByHistory(box, from, to, insert);
    host.onText(box.value);
    box.setSelectionRange(start, end);
  }

  /** An edit from beside the box, as an undo step of its own: focus, cursor and scroll stay. */
  function replaceBeside(from: number, to: number, insert: string): void {
    const { selectionStart, selectionEnd, scrollTop, readOnly } = box;
    const moved = (at: number) =>
      at <= from ? at : at >= to ? at + insert.length - (to - from) : from + insert.length;
    const [start, end] = [moved(selectionStart), moved(selectionEnd)];
    carets.add(from, to, insert, { start, end });
    // What the server sends comes into a text that its reader may not change, too.
    box.readOnly = false;
    withFocus(box, () => replaceByHistory(box, from, to, insert));
    box.readOnly = readOnly;
    host.onText(box.value);
    box.setSelectionRange(start, end);
    box.scrollTop = scrollTop;
  }

  const selected = (): Selected => ({
    text: box.value,
    start: box.selectionStart,
    end: box.selectionEnd,
  });

  function apply({ from, to, insert, selectStart, selectEnd }: Edit): void {
    if (from !== to || insert !== '') replace(from, to, insert, selectStart, selectEnd);
    else {
      box.focus();
      box.setSelectionRange(selectStart, selectEnd);
    }
  }

  /** The steps are the browser's own, which it counts for the box that has the focus. */
  function step(name: 'undo' | 'redo'): void {
    if (box.readOnly) return;
    box.focus();
    document.execCommand(name);
  }

  const stopTyping = addPlainTyping(box, selected, apply);

  function show(from: number, to: number): void {
    box.focus({ preventScroll: true });
    box.setSelectionRange(from, to);
    box.scrollTop = endOf(box, from) - box.clientHeight / 2;
  }

  function applyOne(editOf: (selected: Selected) => Edit | null): boolean {
    const edit = editOf(selected());
    if (edit !== null) apply(edit);
    return edit !== null;
  }

  return {
    selected,
    lineBefore() {
      const { selectionStart: at, selectionEnd, value } = box;
      return at === selectionEnd ? value.slice(value.lastIndexOf('\n', at - 1) + 1, at) : null;
    },
    cursorBox: () => cursorBoxOf(box),
    offsetAt(x, y) {
      const caret = document.caretPositionFromPoint?.(x, y);
      return caret?.offsetNode === box ? caret.offset : null;
    },
    apply,
    // There is one cursor.
    applyEach: applyOne,
    applyToAll: applyOne,
    undo: () => step('undo'),
    redo: () => step('redo'),
    splice: replaceBeside,
    replaceAll(text) {
      replace(0, box.value.length, text, 0);
      box.scrollTop = 0;
    },
    change(text) {
      const change = textChange(box.value, text);
      if (change === null) return;
      replaceBeside(change.from, change.to, change.insert);
    },
    open(_key, text) {
      box.value = text;
      carets.clear();
      box.setSelectionRange(bodyStart(text), bodyStart(text));
      box.scrollTop = 0;
    },
    setReadOnly(isReadOnly) {
      box.readOnly = isReadOnly;
    },
    setWords({ ariaLabel, placeholder }) {
      box.ariaLabel = ariaLabel;
      box.placeholder = placeholder;
    },
    goToLine(line) {
      const lines = box.value.split('\n').slice(0, Math.max(0, line - 1));
      const offset = lines.reduce((sum, text) => sum + text.length + 1, 0);
      show(offset, offset);
    },
    select: show,
    find: (withReplace) => host.onFind(withReplace),
    focus: () => box.focus(),
    port: () => ({
      scrollTop: box.scrollTop,
      viewHeight: box.clientHeight,
      contentHeight: box.scrollHeight,
    }),
    // A text box does not tell where its lines wrap, so all lines count as equally high.
    lines() {
      const perLine = box.scrollHeight / lineCount();
      return { lineAt: (y) => 1 + y / perLine, yOf: (line) => (line - 1) * perLine };
    },
    scrollTo(y) {
      box.scrollTop = y;
    },
    onScroll(listen) {
      box.addEventListener('scroll', listen, { passive: true });
      return () => box.removeEventListener('scroll', listen);
    },
    onIntent(listen) {
      const events = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'input'] as const;
      for (const name of events) box.addEventListener(name, listen, { passive: true });
      return () => {
        for (const name of events) box.removeEventListener(name, listen);
      };
    },
    dispose() {
      stopTyping();
      carets.stop();
      box.removeEventListener('input', handleInput);
      document.removeEventListener('selectionchange', handleSelection);
    },
  };
}

/**
 * Replaces a part of the text of a box that has the focus, as a step of its undo history.
 *
 * `execCommand` is deprecated, but it keeps that history. Setting `value` would drop it.
 */
function replaceByHistory(box: HTMLTextAreaElement, from: number, to: number, insert: string) {
  box.setSelectionRange(from, to);
  // It is no typing: no sign gets its partner, and no list goes on.
  const hide = (event: Event) => event.stopImmediatePropagation();
  box.addEventListener('beforeinput', hide, true);
  const isDone =
    document.activeElement === box &&
    (insert === ''
      ? from === to || document.execCommand('delete')
      : document.execCommand('insertText', false, insert));
  box.removeEventListener('beforeinput', hide, true);
  if (!isDone) box.setRangeText(insert, from, to);
}

/** Fields in which an input method may be writing: they keep the focus. */
const WRITTEN = 'input, textarea, [contenteditable=true]';

/**
 * Lets a box have the focus for an edit, without the keyboard of a touch screen and also while another pane or a dialog is
 * open. Where something is being written the focus stays. Nobody hears of it: a menu that loses the focus closes.
 */
function withFocus(box: HTMLTextAreaElement, edit: () => void): void {
  const { activeElement: focused } = document;
  if (focused === box || focused?.matches(WRITTEN)) {
    edit();
    return;
  }
  const { inputMode } = box;
  const hide = reveal(box);
  const unmute = muteFocus();
  box.inputMode = 'none';
  box.focus({ preventScroll: true });
  edit();
  if (focused instanceof HTMLElement && focused !== document.body) {
    focused.focus({ preventScroll: true });
  } else box.blur();
  box.inputMode = inputMode;
  unmute();
  hide();
}

/** Keeps events of the focus from everybody. Returns what ends that. */
function muteFocus(): () => void {
  const names = ['focus', 'blur', 'focusin', 'focusout'];
  const mute = (event: Event) => event.stopImmediatePropagation();
  for (const name of names) window.addEventListener(name, mute, true);
  return () => {
    for (const name of names) window.removeEventListener(name, mute, true);
  };
}

/** Lets an element have the focus wherever it stands. Returns what makes all as it was; nothing is drawn until then. */
function reveal(element: HTMLElement): () => void {
  const undo: (() => void)[] = [];
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
    const { style } = at;
    if (at.hasAttribute('inert')) {
      const hidden = at;
      hidden.removeAttribute('inert');
      undo.push(() => hidden.setAttribute('inert', ''));
    }
    if (getComputedStyle(at).display === 'none') {
      const before = [style.getPropertyValue('display'), style.getPropertyPriority('display')];
      style.setProperty('display', 'block', 'important');
      undo.push(() => style.setProperty('display', before[0] ?? '', before[1]));
    }
  }
  return () => {
    for (const step of undo) step();
  };
}

/** Height of the text up to an offset, in pixels. It is measured in a hidden copy of the box with only that text. */
function endOf(box: HTMLTextAreaElement, offset: number): number {
  const probe = box.cloneNode() as HTMLTextAreaElement;
  probe.style.visibility = 'hidden';
  probe.style.height = '0';
  probe.value = box.value.slice(0, offset);
  box.after(probe);
  const { paddingBottom } = getComputedStyle(probe);
  const height = probe.scrollHeight - Number.parseFloat(paddingBottom);
  probe.remove();
  return height;
}

/** Styles that decide where the letters of a box stand. */
const LETTER_STYLES = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'lineHeight',
  'letterSpacing',
  'tabSize',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
] as const;

/** Where the cursor of a text box is. The box does not tell, so its text is set again in a hidden element. */
function cursorBoxOf(box: HTMLTextAreaElement): CursorBox | null {
  const style = getComputedStyle(box);
  const copy = document.createElement('div');
  for (const name of LETTER_STYLES) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${box.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  const end = document.createElement('span');
  end.textContent = '\u200b';
  copy.append(box.value.slice(0, box.selectionEnd), end);
  box.after(copy);
  const [at, from] = [end.getBoundingClientRect(), copy.getBoundingClientRect()];
  copy.remove();
  const own = box.getBoundingClientRect();
  const top = own.top + at.top - from.top - box.scrollTop;
  if (top < own.top - 1 || top > own.bottom) return null;
  return { left: own.left + at.left - from.left, top, bottom: top + at.height };
}
