import { Store } from '../../../lib/store';
import { verbatimAtEnd } from '../edits/verbatim';
import type { CursorBox, SourceEditor } from '../source-editor';
import { type SuggestTrigger, suggestTrigger } from './suggest-trigger';

/** The list that is open: what it completes, and where. */
export interface OpenSuggestions extends SuggestTrigger {
  box: CursorBox;
}

/**
 * When the list of commands or languages is open. It opens only while the author writes, closes when the cursor
 * leaves what it completes, and stays closed there once it was dismissed.
 */
export class Suggestions {
  readonly store = new Store<{ open: OpenSuggestions | null }>({ open: null });
  #source: SourceEditor | null = null;
  #isWriting = false;
  #isPlanned = false;
  /** The text of the line before what was dismissed. */
  #dismissed: string | null = null;

  setSource(source: SourceEditor | null): void {
    this.#source = source;
    this.store.set({ open: null });
  }

  /** The text has changed. */
  textChanged(): void {
    this.#isWriting = true;
    // Not with the list: before the next frame the same may be there again.
    queueMicrotask(() => {
      if (this.#trigger() === null) this.#dismissed = null;
    });
    this.#plan();
  }

  /** The cursor has moved, perhaps because the text has changed. */
  cursorMoved(): void {
    if (this.store.get().open !== null || this.#isWriting) this.#plan();
  }

  /** What is being completed at this moment: a quick author types faster than the list is drawn. */
  now(): OpenSuggestions | null {
    return this.store.get().open === null ? null : this.#wanted();
  }

  /** Closes the list, until something else is written. */
  dismiss(): void {
    const { open } = this.store.get();
    const line = this.#source?.lineBefore();
    if (open !== null && line != null) this.#dismissed = headOf(line, open);
    this.store.set({ open: null });
  }

  // The editors report a change of the text before the cursor has its new place, but in the same task.
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      this.#update();
      this.#isWriting = false;
    });
  }

  #update(): void {
    const { open } = this.store.get();
    const next = this.#wanted();
    if (next === null) {
      if (open !== null) this.store.set({ open: null });
    } else if (open !== null || this.#isWriting) this.store.set({ open: next });
  }

  /** What the line before the cursor asks for. */
  #trigger(): { line: string; trigger: SuggestTrigger } | null {
    const line = this.#source?.lineBefore();
    const trigger = line == null ? null : suggestTrigger(line);
    return line == null || trigger === null ? null : { line, trigger };
  }

  #wanted(): OpenSuggestions | null {
    const source = this.#source;
    const found = this.#trigger();
    if (source === null || found === null) return null;
    const { line, trigger } = found;
    if (this.#dismissed === headOf(line, trigger)) return null;
    const { text, start } = source.selected();
    const before = text.slice(0, start);
    if (verbatimAtEnd(before.slice(0, before.length - line.length)) !== null) return null;
    // In the middle of a word nothing is completed.
    if (/^[\p{L}\p{N}]/u.test(text.slice(start, start + 2))) return null;
    const box = source.cursorBox();
    return box === null ? null : { ...trigger, box };
  }
}

function headOf(line: string, { length }: SuggestTrigger): string {
  return line.slice(0, line.length - length + 1);
}
