import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loginPath, paths } from '../../../../config/paths';
import { errorText } from '../../../../i18n/error-text';
import { forgetLoss, type LibraryLoss, libraryLoss } from '../../../../storage/library-loss';
import { session } from '../../../../storage/session';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { useStore } from '../../../../ui/hooks/use-store';
import { useSyncParts } from '../../sync-slots';
import { useSaveHeld } from '../backup/use-save-backup';
import { TaskContext } from '../tasks/task-context';

/** Says which articles the browser has deleted, and what brings them back. */
export function LossDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['library', 'app']);
  const { loss, trouble } = useStore(libraryLoss);
  const openTask = useContext(TaskContext);
  const saveHeld = useSaveHeld();
  if (loss === null) return null;
  const understood = () => {
    // What cannot be written yet is not over.
    if (trouble === null) forgetLoss();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`loss.${loss.kind}.title`)}
      description={t(`loss.${loss.kind}.advice`)}
      actions={
        <>
          <Button className="-ml-3 mr-auto" onClick={understood}>
            {t('loss.understood')}
          </Button>
          <FromServer loss={loss} onClose={onClose} />
          <Button variant="primary" onClick={() => openTask({ kind: 'choose', what: 'backup' })}>
            {t('backup.restore')}
          </Button>
        </>
      }
    >
      {loss.kind === 'emptied' && (loss.nKept > 0 || trouble !== null) && (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p
            role={trouble === null ? undefined : 'alert'}
            className={trouble === null ? 'grow text-sm' : 'grow text-danger text-sm'}
          >
            {trouble === null
              ? t('loss.kept', { count: loss.nKept })
              : t('loss.notKept', { reason: errorText(t, trouble) })}
          </p>
          <Button variant="secondary" onClick={saveHeld}>
            {t('loss.download')}
          </Button>
        </div>
      )}
      <Gone loss={loss} />
      <Binned count={loss.nBinned ?? 0} />
      {loss.isSynchronized && <p className="mt-3 text-ink-soft text-sm">{t('loss.server')}</p>}
    </Dialog>
  );
}

function Gone({ loss: { posts, nGone } }: { loss: LibraryLoss }) {
  const { t } = useTranslation('library');
  if (posts.length === 0) {
    return nGone === 0 ? null : <p className="text-ink-soft text-sm">{t('loss.unnamed')}</p>;
  }
  const nMore = Math.max(0, (nGone ?? 0) - posts.length);
  return (
    <>
      <p className="font-medium text-sm">{t('loss.gone', { count: posts.length + nMore })}</p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
        tabIndex={0}
        // A key that was meant for the text must not dismiss what is said here.
        data-first-focus
        aria-label={t('loss.gone', { count: posts.length + nMore })}
        className="scroll-thin mt-2 max-h-48 overflow-y-auto rounded-md border border-line"
      >
        {posts.map(({ id, title, base }) => (
          <li key={id} className="border-line border-b px-3 py-1.5 last:border-b-0">
            <span translate="no" className="block truncate text-ink text-sm">
              {title}
            </span>
            <span translate="no" className="block truncate text-ink-soft text-xs">
              {base}
            </span>
          </li>
        ))}
      </ul>
      {nMore > 0 && (
        <p className="mt-2 text-ink-soft text-xs">{t('loss.more', { count: nMore })}</p>
      )}
    </>
  );
}

/** The bin, which cannot be looked at any more. */
function Binned({ count }: { count: number }) {
  const { t } = useTranslation('library');
  return count === 0 ? null : <p className="mt-3 text-sm">{t('loss.binned', { count })}</p>;
}

/** What was synchronized is at the server. */
function FromServer({ loss, onClose }: { loss: LibraryLoss; onClose: () => void }) {
  const { t } = useTranslation('library');
  const navigate = useNavigate();
  const isLoggedIn = useStore(session).token !== null;
  const sync = useSyncParts();
  if (!isLoggedIn) {
    if (!loss.isSynchronized) return null;
    return (
      <Button variant="secondary" onClick={() => void navigate(loginPath(paths.editor))}>
        {t('loss.logIn')}
      </Button>
    );
  }
  return (
    <Button
      variant="secondary"
      onClick={() => {
        onClose();
        sync?.openFetch();
      }}
    >
      {t('loss.fetch')}
    </Button>
  );
}
