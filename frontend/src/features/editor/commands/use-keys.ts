import { useEffect } from 'react';
import { chordMatches, isMacPlatform, parseChord } from '../../../lib/key-chord';
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
