import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { toast } from '../../../ui/states/toast';
import { startEmptyTab, undoEmptyTab } from '../css/css-tabs';
import { useWorkbench } from '../editor-context';
import { defaultStyles } from './default-styles';

/** Asks before all styles are reset; the reset can be undone. Source: specification §4. */
export function ResetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['editor', 'app', 'tools']);
  const workbench = useWorkbench();
  const reset = () => {
    const { settings: before } = workbench;
    const names = Object.keys(defaultStyles()) as (keyof typeof before)[];
    const look = Object.fromEntries(names.map((name) => [name, before[name]]));
    const css_content_config = startEmptyTab(before.css_content_config, (n) =>
      t('tools:css.tab', { n }),
    );
    workbench.changeSettings({ ...defaultStyles(), css_content_config });
    onClose();
    toast.success(t('style.reset.done'), {
      action: {
        label: t('tools:undo'),
        onSelect: () => {
          const now = workbench.settings.css_content_config;
          const css = undoEmptyTab(now, before.css_content_config);
          workbench.changeSettings({ ...look, css_content_config: css });
        },
      },
    });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('style.reset.title')}
      description={t('style.reset.advice')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app:dialog.cancel')}
          </Button>
          <Button variant="primary" onClick={reset}>
            {t('style.reset.confirm')}
          </Button>
        </>
      }
    />
  );
}
