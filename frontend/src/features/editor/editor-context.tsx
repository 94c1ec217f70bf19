import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { EditorState } from './store';
import type { Workbench } from './workbench';

const Context = createContext<Workbench | null>(null);

export function WorkbenchProvider({
  workbench,
  children,
}: {
  workbench: Workbench;
  children: ReactNode;
}) {
  return <Context value={workbench}>{children}</Context>;
}

/** The open article of this page. */
export function useWorkbench(): Workbench {
  const workbench = useContext(Context);
  if (workbench === null) throw new Error('no workbench above this component');
  return workbench;
}

/** A part of the editor's state; the component renders again when that part changes. */
export function useEditor<T>(select: (state: EditorState) => T): T {
  const { store } = useWorkbench();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
