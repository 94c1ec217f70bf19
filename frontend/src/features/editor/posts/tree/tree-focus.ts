import { whenPainted } from '../../../../lib/browser/when-painted';

/** The list of the articles, or the button in place of an empty one: the focus goes there when what had it is gone. */
export const POST_TREE_ID = 'post-tree';

/** Puts the focus into the list of the articles when nothing has it; where no list is shown, it stays. */
export function focusTreeIfLost(): void {
  // A menu that closes gives the focus back first.
  whenPainted(() => {
    if (document.activeElement !== document.body) return;
    document.getElementById(POST_TREE_ID)?.focus();
  });
}
