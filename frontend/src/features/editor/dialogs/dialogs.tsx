import { type ComponentType, lazy, Suspense } from 'react';
import { useEditor, useWorkbench } from '../editor-context';
import type { DialogKind } from '../store';

interface DialogProps {
  onClose: () => void;
}

/** Each dialog's code is fetched when it opens for the first time. */
const DIALOGS: Record<DialogKind, ComponentType<DialogProps>> = {
  images: lazy(async () => ({ default: (await import('../images/image-dialog')).ImageDialog })),
  card: lazy(async () => ({ default: (await import('../card/card-dialog')).CardDialog })),
  palette: lazy(async () => ({ default: (await import('./command-palette')).CommandPalette })),
  quickOpen: lazy(async () => ({ default: (await import('./quick-open')).QuickOpen })),
  help: lazy(async () => ({ default: (await import('../help/help-dialog')).HelpDialog })),
  shortcuts: lazy(async () => ({ default: (await import('./shortcuts-dialog')).ShortcutsDialog })),
  table: lazy(async () => ({ default: (await import('../tables/table-dialog')).TableDialog })),
  formula: lazy(async () => ({
    default: (await import('../formulas/formula-dialog')).FormulaDialog,
  })),
  profile: lazy(async () => ({
    default: (await import('../profile/profile-dialog')).ProfileDialog,
  })),
  resetStyle: lazy(async () => ({
    default: (await import('../style/reset-dialog')).ResetDialog,
  })),
};

/** The dialog that is open, if one is. */
export function Dialogs() {
  const { store } = useWorkbench();
  const kind = useEditor((state) => state.dialog);
  if (kind === null) return null;
  const Shown = DIALOGS[kind];
  return (
    <Suspense>
      <Shown onClose={() => store.set({ dialog: null })} />
    </Suspense>
  );
}
