import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Shortcuts } from '../help/shortcuts';

/** Every shortcut, in a window of its own. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tools');
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('command.shortcuts')}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it */}
      <section tabIndex={0} aria-label={t('command.shortcuts')} className="rounded-md">
        <Shortcuts />
      </section>
    </Dialog>
  );
}
