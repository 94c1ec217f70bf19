import { isComposition } from '../../../lib/browser/composition';
import {
  afterComposition,
  breakInCell,
  enter,
  erase,
  eraseSelection,
  isPairSign,
  tab,
  typeSign,
} from '../edits/typing/typing';
import type { Edit, Selected } from '../source-editor';

/**
 * Lets Enter, Tab, Backspace and signs do in a text box what they do in Monaco. Returns a function that stops it.
 *
 * Input events tell what is written, since the keyboards of phones name no keys. What an input method is still
 * writing is left alone.
 */
export function addPlainTyping(
  box: HTMLTextAreaElement,
  selected: () => Selected,
  apply: (edit: Edit) => void,
): () => void {
  let isApplying = false;
  let isShift = false;
  let replaced = '';

  /** Makes the edit in place of what the browser would do. False when there is none. */
  function make(event: Event | null, edit: Edit | null): boolean {
    if (edit === null) return false;
    event?.preventDefault();
    isApplying = true;
    try {
      apply(edit);
    } finally {
      isApplying = false;
    }
    return true;
  }

  const handleInput = (event: InputEvent) => {
    if (isApplying || isComposition(event) || box.readOnly) return;
    const { inputType, data } = event;
    if (inputType === 'insertLineBreak') {
      make(event, isShift ? breakInCell(selected()) : enter(selected()));
    } else if (inputType === 'insertText' && data !== null && [...data].length === 1) {
      if (isPairSign(data)) make(event, typeSign(selected(), data));
    } else if (inputType === 'deleteContentBackward') {
      make(event, erase(selected()));
    } else if (inputType === 'deleteContentForward' || inputType === 'deleteByCut') {
      make(event, eraseSelection(selected()));
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    isShift = event.shiftKey;
    if (event.key !== 'Tab' || isComposition(event) || box.readOnly) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    make(event, tab(selected(), event.shiftKey));
  };
  const handleStart = () => {
    const { text, start, end } = selected();
    replaced = text.slice(start, end);
  };
  const handleEnd = (event: CompositionEvent) => {
    const sign = event.data;
    if (!isPairSign(sign)) return;
    // The browser finishes its own change first.
    queueMicrotask(() => make(null, afterComposition(selected(), sign, replaced)));
  };
  box.addEventListener('beforeinput', handleInput);
  box.addEventListener('keydown', handleKey);
  box.addEventListener('compositionstart', handleStart);
  box.addEventListener('compositionend', handleEnd);
  return () => {
    box.removeEventListener('beforeinput', handleInput);
    box.removeEventListener('keydown', handleKey);
    box.removeEventListener('compositionstart', handleStart);
    box.removeEventListener('compositionend', handleEnd);
  };
}
