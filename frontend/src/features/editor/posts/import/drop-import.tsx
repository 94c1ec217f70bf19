import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { droppedItems, readDropped } from '../../../../transfer/import/dropped-files';
import { useImport } from './use-import';

/** Imports files and folders that are dropped on its children. */
export function DropImport({ children }: { children: ReactNode }) {
  const { t } = useTranslation('library');
  const takeIn = useImport();
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu offers the same to the keyboard.
    <div
      className="relative flex min-h-0 grow flex-col"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (
          event.relatedTarget instanceof Node &&
          event.currentTarget.contains(event.relatedTarget)
        )
          return;
        setIsOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        const dropped = droppedItems(event.dataTransfer);
        if (dropped.length > 0) takeIn(() => readDropped(dropped));
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-content-center rounded-lg border-2 border-accent-text border-dashed bg-surface/95 p-6 text-center text-accent-text text-sm">
          {t('import.drop')}
        </div>
      )}
    </div>
  );
}
