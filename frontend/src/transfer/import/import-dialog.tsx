import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import type { LibraryRecords } from '../../storage/knowledge-bases';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import { Button } from '../../ui/buttons/button';
import { Dialog } from '../../ui/dialogs/dialog';
import { toast } from '../../ui/states/toast';
import type { LocalImageFiles } from '../archive/archive';
import { ImportChoices } from './import-choices';
import type { ImportFile } from './model';
import type { ImportTarget } from './records';
import { ReportView } from './report-view';
import { useImportSession } from './use-import-session';

interface ImportDialogProps {
  files: ImportFile[];
  /** What was asked for, when it was no import. */
  title?: string | undefined;
  /** What is open, as a target. Null where nothing is. */
  here: Extract<ImportTarget, { kind: 'base' }> | null;
  /** The records are written: shows them and offers the undo. `nDocuments`: articles, without mere folders. */
  onWritten: (records: LibraryRecords, nDocuments: number) => Promise<void>;
  /** The files are a backup of everything, which has a dialog of its own. */
  onBackup: (backup: { all: LibrarySnapshot; images: LocalImageFiles }) => void;
  onClose: () => void;
}

/** Shows what an import would do, and does it. Nothing is written before the author says so. */
export function ImportDialog(props: ImportDialogProps) {
  const { files, title, here, onWritten, onBackup, onClose } = props;
  const { t } = useTranslation('transfer');
  const { choice, setChoice, report, progress, error, backup, commit } = useImportSession(
    files,
    here,
  );
  const [isWriting, setIsWriting] = useState(false);
  useEffect(() => {
    if (backup !== null) onBackup(backup);
  }, [backup, onBackup]);
  // What is being written in one piece can no longer be stopped.
  const isFixed = isWriting && progress?.phase === 'writing';
  const cancel = () => {
    if (isFixed) return;
    if (isWriting) toast.note(t('canceled'));
    onClose();
  };
  const run = async () => {
    setIsWriting(true);
    try {
      await onWritten(await commit(), report?.nDocuments ?? 0);
      onClose();
    } catch (failure) {
      setIsWriting(false);
      const key = (failure as { key?: string }).key;
      if (key !== 'import.canceled') toast.failure(errorText(t, failure), { id: 'import-failed' });
    }
  };
  const isEmpty = report !== null && report.nDocuments === 0;
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && cancel()}
      title={title ?? t('title')}
      actions={
        <>
          <Button variant="secondary" disabled={isFixed} onClick={cancel}>
            {t(error !== null || isEmpty ? 'close' : 'cancel')}
          </Button>
          {error === null && !isEmpty && (
            <Button
              variant="primary"
              disabled={report === null || isWriting}
              onClick={() => void run()}
            >
              {report === null ? t('start') : t('confirm', { count: report.nDocuments })}
            </Button>
          )}
        </>
      }
    >
      {error !== null ? (
        <p role="alert" className="text-base text-danger">
          {errorText(t, error)}
        </p>
      ) : isWriting || report === null || choice === null ? (
        <Working progress={progress} />
      ) : (
        <div className="flex flex-col gap-5">
          <ImportChoices report={report} choice={choice} here={here} onChange={setChoice} />
          {isEmpty ? (
            <p className="text-base text-ink-soft">{t('none')}</p>
          ) : (
            <ReportView report={report} />
          )}
        </div>
      )}
    </Dialog>
  );
}

/** How far the work is. */
function Working({ progress }: Pick<ReturnType<typeof useImportSession>, 'progress'>) {
  const { t } = useTranslation('transfer');
  const { done = 0, total = 0 } = progress ?? {};
  const text =
    progress === null
      ? t('reading')
      : progress.phase === 'writing'
        ? t('writing')
        : t(progress.phase, { done, total });
  return (
    <div className="py-8">
      <p role="status" className="text-base text-ink-soft">
        {text}
      </p>
      <progress
        className="mt-3 h-1.5 w-full accent-(--accent)"
        aria-label={text}
        max={Math.max(1, total)}
        {...(total === 0 ? {} : { value: done })}
      />
    </div>
  );
}
