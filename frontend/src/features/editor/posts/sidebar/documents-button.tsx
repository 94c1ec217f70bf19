import { PanelLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/buttons/icon-button';
import { useEditor, useWorkbench } from '../../editor-context';

/** Shows and hides the documents: beside the text, or over it in a narrow window. */
export function DocumentsButton({ isCompact }: { isCompact: boolean }) {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const isBeside = useEditor((state) => state.settings.is_open_post_slider);
  const isOver = useEditor((state) => state.isPostDrawerOpen);
  const isOpen = isCompact ? isOver : isBeside;
  return (
    <IconButton
      icon={PanelLeft}
      size={isCompact ? 'iconLg' : 'icon'}
      className="-ml-1"
      label={isOpen ? t('pane.close') : t('pane.open')}
      aria-expanded={isOpen}
      onClick={() => {
        if (isCompact) workbench.store.set({ isPostDrawerOpen: !isOpen });
        else workbench.changeSettings({ is_open_post_slider: !isOpen });
      }}
    />
  );
}
