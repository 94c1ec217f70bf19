import { afterEach, expect, test, vi } from 'vitest';
import type { SourceEditor } from '../source-editor';
import { Suggestions } from './suggestions';

afterEach(() => vi.unstubAllGlobals());

/** Suggestions beside a text whose cursor stands at its end. */
function writing() {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  let text = '';
  const suggestions = new Suggestions();
  suggestions.setSource({
    selected: () => ({ text, start: text.length, end: text.length }),
    lineBefore: () => text.slice(text.lastIndexOf('\n') + 1),
    cursorBox: () => ({ left: 0, top: 0, bottom: 0 }),
  } as SourceEditor);
  return {
    suggestions,
    isOpen: () => suggestions.store.get().open !== null,
    frame: () => {
      for (const run of frames.splice(0)) run(0);
    },
    /** The text is changed and said so before the cursor is where it belongs, as Monaco does. */
    write: async (next: string) => {
      suggestions.textChanged();
      text = next;
      suggestions.cursorMoved();
      await Promise.resolve();
    },
  };
}

test('what_was_dismissed_stays_closed_until_something_else_is_written', async () => {
  const { suggestions, isOpen, frame, write } = writing();
  await write('/');
  frame();
  expect(isOpen()).toBe(true);
  suggestions.dismiss();
  await write('/b');
  frame();
  expect(isOpen()).toBe(false);
  await write('');
  frame();
  await write('/');
  frame();
  expect(isOpen()).toBe(true);
});

test('who_deletes_what_was_dismissed_and_writes_it_again_within_a_frame_gets_the_list', async () => {
  const { suggestions, isOpen, frame, write } = writing();
  await write('/');
  frame();
  suggestions.dismiss();
  await write('');
  await write('/');
  frame();
  expect(isOpen()).toBe(true);
});
