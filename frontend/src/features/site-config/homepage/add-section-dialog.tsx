import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialogs/dialog';
import type { SectionKind } from './section-kinds';
import { SectionThumbnail } from './section-thumbnail';
import { SECTION_KINDS } from './sections/registry';

interface AddSectionDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onAdd: (kind: SectionKind) => void;
}

/** All kinds of sections, each with a drawing and a sentence. */
export function AddSectionDialog({ isOpen, onOpenChange, onAdd }: AddSectionDialogProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isWide
      title={t('homepage.addTitle')}
      description={t('homepage.addText')}
    >
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {SECTION_KINDS.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              onClick={() => onAdd(kind)}
              className="flex h-full w-full items-start gap-3 rounded-lg border border-line p-3 text-left hover:border-accent-text hover:bg-hover"
            >
              <SectionThumbnail kind={kind} />
              <span className="flex min-w-0 flex-col gap-0.5">
                <span className="font-medium text-base text-ink">
                  {t(`homepage.kinds.${kind}.name`)}
                </span>
                <span className="text-ink-soft text-xs leading-5">
                  {t(`homepage.kinds.${kind}.text`)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
