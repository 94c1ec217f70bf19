import { useEffect } from 'react';
import { type Action, actions } from './actions';
import { chordMatches, isMacPlatform, parseChord } from './key-chord';
import { useRunAction } from './use-run-action';

/** The action whose shortcut was pressed. */
export function actionFor(event: KeyboardEvent): Action | undefined {
  const isMac = isMacPlatform();
  return actions.find(
    ({ keys }) => keys !== undefined && chordMatches(parseChord(keys), event, isMac),
  );
}

/** Shortcuts of panels and dialogs, wherever the focus is. Edits need the focus in the text and are met there. */
export function useKeys(): void {
  const run = useRunAction();
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const action = actionFor(event);
      if (action === undefined || 'edit' in action.does) return;
      // A dialog over the page keeps its keys to itself.
      if (document.querySelector('[role=dialog]') !== null) return;
      event.preventDefault();
      run(action);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [run]);
}
