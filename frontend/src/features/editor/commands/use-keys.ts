import { useEffect } from 'react';
import { chordMatches, isMacPlatform, parseChord } from '../../../lib/browser/key-chord';
import type { Command } from './command';
import { useRunCommand } from './command-provider';
import { commands } from './commands';

/** The command whose shortcut was pressed. */
export function commandFor(event: KeyboardEvent): Command | undefined {
  const isMac = isMacPlatform();
  return commands.find(
    ({ keys }) => keys !== undefined && chordMatches(parseChord(keys), event, isMac),
  );
}

/** Shortcuts of panels and dialogs, wherever the focus is. Edits need the focus in the text and are met there. */
export function useKeys(): void {
  const run = useRunCommand();
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const command = commandFor(event);
      if (command === undefined || command.isEdit === true) return;
      // A dialog over the page keeps its keys to itself.
      if (document.querySelector('[role=dialog]') !== null) return;
      event.preventDefault();
      run(command);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [run]);
}

/**
 * Shortcuts that are pressed in another document of the page, such as the preview's frame, count as pressed in the
 * page. Keys that are no shortcut stay there.
 */
export function forwardKeys(document: Document): void {
  document.addEventListener('keydown', (event) => {
    if (commandFor(event) === undefined) return;
    const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
    const copy = { key, code, ctrlKey, metaKey, shiftKey, altKey, cancelable: true };
    if (!window.dispatchEvent(new KeyboardEvent('keydown', copy))) event.preventDefault();
  });
}
