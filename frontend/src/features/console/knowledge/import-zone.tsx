import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { droppedItems, readChosen, readDropped } from '../../../transfer/import/dropped-files';
import type { ImportFile } from '../../../transfer/import/model';
import { toast } from '../../../ui/states/toast';

type OnFiles = (files: ImportFile[]) => void;

/** Takes files and folders that are dropped anywhere on the page. */
export function ImportZone({
  isEnabled,
  onFiles,
  children,
}: {
  isEnabled: boolean;
  onFiles: OnFiles;
  children: ReactNode;
}) {
  const { t } = useTranslation('console');
  const [isOver, setIsOver] = useState(false);
  const takes = (event: DragEvent) => isEnabled && event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu offers the same to the keyboard.
    <div
      className="relative"
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
          setIsOver(false);
        }
      }}
      onDrop={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setIsOver(false);
        const dropped = droppedItems(event.dataTransfer);
        readDropped(dropped).then(
          (files) => files.length > 0 && onFiles(files),
          (error: unknown) => toast.failure(errorText(t, error), { id: 'import-failed' }),
        );
      }}
    >
      {children}
      {isOver && (
        <div className="-inset-3 pointer-events-none absolute z-20 grid place-content-center rounded-xl border-2 border-accent-text border-dashed bg-surface/95 p-6 text-center text-accent-text text-base">
          {t('knowledge.drop')}
        </div>
      )}
    </div>
  );
}

/** Opens the system's file dialog. `input` must stand in the page. */
export function useChooseImport(onFiles: OnFiles): {
  choose: (what: 'files' | 'folder') => void;
  input: ReactNode;
} {
  const { t } = useTranslation('console');
  const input = useRef<HTMLInputElement>(null);
  const choose = (what: 'files' | 'folder') => {
    if (input.current === null) return;
    // React knows no such attribute.
    input.current.webkitdirectory = what === 'folder';
    input.current.accept = what === 'folder' ? '' : '.md,.markdown,.mdx,.txt,.zip,image/*';
    input.current.click();
  };
  const element = (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      aria-label={t('knowledge.import')}
      onChange={(event) => {
        const chosen = [...(event.target.files ?? [])];
        event.target.value = '';
        readChosen(chosen).then(
          (files) => files.length > 0 && onFiles(files),
          (error: unknown) => toast.failure(errorText(t, error), { id: 'import-failed' }),
        );
      }}
    />
  );
  return { choose, input: element };
}
