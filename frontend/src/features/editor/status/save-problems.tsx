import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { download } from '../../../lib/browser/download';
import { fileName } from '../../../lib/files/file-name';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { toast } from '../../../ui/states/toast';
import { useEditor, useWorkbench } from '../editor-context';
import { saveStateOf } from '../store';
import type { Workbench } from '../workbench';

/** Says when the text could not be stored, and offers a way out. The author can go on typing. */
export function SaveProblems() {
  const { t } = useTranslation(['editor', 'app']);
  const workbench = useWorkbench();
  const save = useEditor((state) => state.save);
  const error = useEditor((state) => {
    const shown = saveStateOf(state);
    return shown.kind === 'failed' ? shown.error : null;
  });
  useEffect(() => {
    if (error === null) {
      toast.dismiss('save');
      return;
    }
    toast.failure(errorText(t, error), {
      id: 'save',
      isLasting: true,
      action: { label: t('saveFailed.download'), onSelect: () => downloadText(workbench) },
    });
  }, [error, t, workbench]);
  return (
    <Dialog
      isDemanding
      isOpen={save.kind === 'conflict'}
      onOpenChange={() => undefined}
      title={t('conflict.title')}
      description={t('conflict.advice')}
      actions={
        <>
          <Button className="-ml-3 mr-auto" onClick={() => downloadText(workbench)}>
            {t('conflict.download')}
          </Button>
          <Button variant="secondary" onClick={() => take(t, workbench)}>
            {t('conflict.useTheirs')}
          </Button>
          <Button variant="primary" onClick={() => void workbench.session.keepMine()}>
            {t('conflict.keepMine')}
          </Button>
        </>
      }
    />
  );
}

function take(t: TFunction<['editor', 'app']>, workbench: Workbench): void {
  workbench
    .takeTheirs()
    .catch((error: unknown) => toast.failure(errorText(t, error), { id: 'take' }));
}

function downloadText(workbench: Workbench): void {
  download(`${fileName(workbench.name)}.md`, 'text/markdown;charset=utf-8', workbench.text);
}
