import type { ComponentType } from 'react';
import { loadedDialog } from '../../../ui/dialogs/loaded-dialog';
import { useEditor, useWorkbench } from '../editor-context';
import type { DialogKind } from '../store';

interface DialogProps {
  onClose: () => void;
}

/** Each dialog's code is fetched when it opens for the first time. */
const DIALOGS: Record<DialogKind, ComponentType<DialogProps>> = {
  images: loadedDialog(async () => (await import('../images/image-dialog')).ImageDialog),
  card: loadedDialog(async () => (await import('../card/card-dialog')).CardDialog),
  palette: loadedDialog(async () => (await import('./command-palette')).CommandPalette),
  quickOpen: loadedDialog(async () => (await import('./quick-open')).QuickOpen),
  help: loadedDialog(async () => (await import('../help/help-dialog')).HelpDialog),
  shortcuts: loadedDialog(async () => (await import('./shortcuts-dialog')).ShortcutsDialog),
  table: loadedDialog(async () => (await import('../tables/table-dialog')).TableDialog),
  formula: loadedDialog(async () => (await import('../formulas/formula-dialog')).FormulaDialog),
  profile: loadedDialog(async () => (await import('../profile/profile-dialog')).ProfileDialog),
  resetStyle: loadedDialog(async () => (await import('../style/reset-dialog')).ResetDialog),
};

/** The dialog that is open, if one is. */
export function Dialogs() {
  const { store } = useWorkbench();
  const kind = useEditor((state) => state.dialog);
  if (kind === null) return null;
  const Shown = DIALOGS[kind];
  return <Shown onClose={() => store.set({ dialog: null })} />;
}
