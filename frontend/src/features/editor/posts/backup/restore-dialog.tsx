import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../i18n/error-text';
import { restoreError } from '../../../../storage/errors';
import type { LibrarySnapshot } from '../../../../storage/library-snapshot';
import type { LocalImageFiles } from '../../../../transfer/archive/archive';
import { keepImages } from '../../../../transfer/local-images';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { Segments } from '../../../../ui/fields/segments';
import { SwitchRow } from '../../../../ui/fields/switch-row';
import { toast } from '../../../../ui/states/toast';
import { useLibrary, useUndoToast } from '../library/library-context';

interface RestoreDialogProps {
  all: LibrarySnapshot;
  images: LocalImageFiles;
  onClose: () => void;
}

/** Says what a backup holds and asks how to restore it. Nothing has changed until then. */
export function RestoreDialog({ all, images, onClose }: RestoreDialogProps) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const undoToast = useUndoToast();
  const [mode, setMode] = useState<'merge' | 'replace'>('merge');
  // Until the author chooses: a merge leaves the settings as they are.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const withSettings = chosen ?? mode === 'replace';
  const restore = async () => {
    try {
      await keepImages(images);
    } catch (error) {
      toast.failure(errorText(t, restoreError(error)), { id: 'restore' });
      return;
    }
    if (mode === 'replace') {
      undoToast(t('backup.replaced'), await library.bulk.restoreBackup(all, withSettings));
      return;
    }
    const { undo, count } = await library.bulk.mergeBackup(
      all,
      (title) => t('backup.copyOf', { title }),
      withSettings,
    );
    if (count === 0 && withSettings) undoToast(t('backup.settingsTaken'), undo);
    else if (count === 0) toast.success(t('backup.mergedNone'));
    else undoToast(t('backup.merged', { count }), undo);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('backup.title')}
      description={t('backup.holds', {
        bases: all.knowledgeBases.length,
        categories: all.categories.length,
        posts: all.posts.length,
      })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button
            variant={mode === 'replace' ? 'danger' : 'primary'}
            onClick={() => {
              // What fails in the library is said by it.
              restore().catch(() => undefined);
              onClose();
            }}
          >
            {t('backup.confirm')}
          </Button>
        </>
      }
    >
      <Segments
        label={t('backup.mode')}
        value={mode}
        options={[
          { value: 'merge', label: t('backup.merge') },
          { value: 'replace', label: t('backup.replace') },
        ]}
        onChange={setMode}
      />
      <p className="mt-3 text-ink-soft text-sm">
        {mode === 'merge' ? t('backup.mergeAdvice') : t('backup.replaceAdvice')}
      </p>
      <div className="mt-4">
        <SwitchRow label={t('backup.settings')} isOn={withSettings} onChange={setChosen} />
      </div>
      <p className="mt-1 text-ink-faint text-xs">{t('backup.settingsAdvice')}</p>
    </Dialog>
  );
}
