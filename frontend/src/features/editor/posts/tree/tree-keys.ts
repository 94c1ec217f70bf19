import type { OrderedPost, TreeRow } from '../../../../lib/posts/post-order';

/** What a key does in the tree. `to` is the index of a row. */
type TreeKey =
  | { kind: 'go'; to: number }
  | { kind: 'collapse'; collapsed: boolean }
  | { kind: 'move'; direction: 'up' | 'down' | 'in' | 'out' }
  | { kind: 'open' | 'rename' | 'delete' | 'menu' | 'undo' | 'redo' };

/** The parts of a key event that are used. */
interface PressedKey {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

interface Titled extends OrderedPost {
  title: string;
}

/** Keys of a tree as in the ARIA Authoring Practices, and three more: Alt moves, F2 renames, Delete deletes. */
export function treeKey<P extends Titled>(
  pressed: PressedKey,
  rows: readonly TreeRow<P>[],
  active: number,
): TreeKey | null {
  const row = rows[active];
  if (row === undefined) return null;
  if (pressed.altKey) return movingKey(pressed);
  if (pressed.ctrlKey || pressed.metaKey) {
    const kind = undoKeyOf(pressed);
    return kind === null ? null : { kind };
  }
  switch (pressed.key) {
    case 'ArrowDown':
      return { kind: 'go', to: active + 1 };
    case 'ArrowUp':
      return { kind: 'go', to: active - 1 };
    case 'Home':
      return { kind: 'go', to: 0 };
    case 'End':
      return { kind: 'go', to: rows.length - 1 };
    case 'ArrowRight':
      if (!row.hasChildren) return null;
      return row.isOpen ? { kind: 'go', to: active + 1 } : { kind: 'collapse', collapsed: false };
    case 'ArrowLeft':
      return row.isOpen ? { kind: 'collapse', collapsed: true } : toParent(rows, active);
    case 'Enter':
    case ' ':
      return { kind: 'open' };
    case 'F2':
      return { kind: 'rename' };
    case 'Delete':
    case 'Backspace':
      return { kind: 'delete' };
    case 'ContextMenu':
      return { kind: 'menu' };
    case 'F10':
      return pressed.shiftKey ? { kind: 'menu' } : null;
    default:
      return [...pressed.key].length === 1 ? toTitle(rows, active, pressed.key) : null;
  }
}

/** Ctrl+Z undoes; Ctrl+Shift+Z and Ctrl+Y do it again. ⌘ on a Mac. */
export function undoKeyOf(pressed: PressedKey): 'undo' | 'redo' | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey || !(ctrlKey || metaKey)) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : null;
}

function movingKey(pressed: PressedKey): TreeKey | null {
  const directions = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowRight: 'in',
    ArrowLeft: 'out',
  } as const;
  const direction = directions[pressed.key as keyof typeof directions];
  return direction === undefined ? null : { kind: 'move', direction };
}

function toParent<P extends OrderedPost>(
  rows: readonly TreeRow<P>[],
  active: number,
): TreeKey | null {
  const depth = rows[active]?.depth ?? 0;
  for (let i = active - 1; i >= 0; i -= 1) {
    if ((rows[i]?.depth ?? 0) < depth) return { kind: 'go', to: i };
  }
  return null;
}

/** The next row whose title begins with the letter. */
function toTitle<P extends Titled>(
  rows: readonly TreeRow<P>[],
  active: number,
  letter: string,
): TreeKey | null {
  const wanted = letter.toLocaleLowerCase();
  for (let step = 1; step <= rows.length; step += 1) {
    const to = (active + step) % rows.length;
    if (rows[to]?.post.title.toLocaleLowerCase().startsWith(wanted)) return { kind: 'go', to };
  }
  return null;
}
