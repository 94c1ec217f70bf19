import { ImagePlus } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import type { ImagePurpose, SiteImageType } from './image-purposes';

interface DropZoneProps {
  label: string;
  purpose: ImagePurpose;
  isFilled: boolean;
  onFile: (file: File) => void;
  /** What stands in it once it is filled; `choose` opens the choice of files. */
  children: (choose: () => void) => ReactNode;
}

const NAMES: Record<SiteImageType, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/svg+xml': 'SVG',
};

/** Takes a file that is chosen, dropped or pasted. */
export function DropZone({ label, purpose, isFilled, onFile, children }: DropZoneProps) {
  const { t, i18n } = useTranslation('siteConfig');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = () => input.current?.click();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file === undefined) return false;
    onFile(file);
    return true;
  };
  const handleDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  const handleDrop = (event: DragEvent) => {
    setIsOver(false);
    if (take(event.dataTransfer.files)) event.preventDefault();
  };
  const handlePaste = (event: ClipboardEvent) => {
    if (take(event.clipboardData.files)) event.preventDefault();
  };
  const { width, height, maxBytes, types } = purpose;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same without a mouse.
    <div
      onDragOver={handleDrag}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
      onPaste={handlePaste}
      className={classNames(
        'rounded-lg transition-colors duration-100',
        isOver && 'bg-accent-soft outline-2 outline-accent-text outline-dashed',
      )}
    >
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={types.join()}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again after a failure.
          event.target.value = '';
        }}
      />
      {isFilled ? (
        children(choose)
      ) : (
        <button
          type="button"
          onClick={choose}
          className="flex w-full items-center gap-3 rounded-lg border border-control-line border-dashed px-4 py-3 text-left hover:bg-hover"
        >
          <ImagePlus size={20} strokeWidth={1.5} className="shrink-0 text-ink-faint" aria-hidden />
          <span className="flex flex-col gap-0.5">
            <span className="sr-only">{label}</span>
            <span className="text-ink text-sm">{t('image.drop')}</span>
            <span className="text-ink-faint text-xs">
              {t('image.rules', {
                width,
                height,
                max: maxBytes / 1024 / 1024,
                types: new Intl.ListFormat(i18n.language, { style: 'narrow' }).format(
                  types.map((type) => NAMES[type]),
                ),
              })}
            </span>
          </span>
        </button>
      )}
    </div>
  );
}
