import type { CursorBox } from '../source-editor';

/** Height of the text up to an offset, in pixels. It is measured in a hidden copy of the box with only that text. */
export function heightUpTo(box: HTMLTextAreaElement, offset: number): number {
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
export function cursorBoxOf(box: HTMLTextAreaElement): CursorBox | null {
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
