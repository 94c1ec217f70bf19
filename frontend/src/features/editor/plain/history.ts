/**
 * Replaces a part of the text of a box that has the focus, as a step of its undo history.
 *
 * `execCommand` is deprecated, but it keeps that history. Setting `value` would drop it.
 */
export function replaceByHistory(
  box: HTMLTextAreaElement,
  from: number,
  to: number,
  insert: string,
): void {
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
export function withFocus(box: HTMLTextAreaElement, edit: () => void): void {
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
