import { CloudOff, PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { settleName } from '../../../sync/bases';
import type { SyncState } from '../../../sync/status';
import { Button } from '../../../ui/buttons/button';
import { toast } from '../../../ui/states/toast';
import { useLibrary } from '../posts/library/library-context';
import { syncDialogs } from './dialogs';
import { NoticeBar } from './notice-bar';
import { useDocumentState, useSelectedBase } from './use-sync';

/** Says over the text that another name holds, or that what is written here does not reach the server. */
export function BaseNotice({ base, postId }: { base: SyncState; postId: string | null }) {
  return (
    <>
      {base.overruled !== null && <NameNotice base={base} mine={base.overruled} />}
      <ClosedNotice base={base} postId={postId} />
    </>
  );
}

/** Name or description was changed in two places. */
function NameNotice({ base, mine }: { base: SyncState; mine: { name: string } }) {
  const { t } = useTranslation(['sync', 'app']);
  const library = useLibrary();
  const name = useSelectedBase()?.name ?? '';
  const settle = (isKept: boolean) => {
    settleName(base.knowledgeBaseId, isKept)
      .then(() => library.refresh())
      .catch((error: unknown) => toast.failure(errorText(t, error), { id: 'name' }));
  };
  const text =
    name === mine.name ? t('renamed.description') : t('renamed.name', { name, mine: mine.name });
  return (
    <NoticeBar icon={PencilLine} text={text}>
      <Button variant="secondary" size="sm" onClick={() => settle(true)}>
        {t('renamed.mine')}
      </Button>
      <Button size="sm" onClick={() => settle(false)}>
        {t('renamed.theirs')}
      </Button>
    </NoticeBar>
  );
}

function ClosedNotice({ base, postId }: { base: SyncState; postId: string | null }) {
  const { t } = useTranslation('sync');
  const state = useDocumentState(postId);
  const { knowledgeBaseId, problem } = base;
  if (base.state !== 'on' || base.pause !== null) return null;
  // Who only reads need not be told.
  const isWritten = problem === 'readOnly' && state === 'waiting';
  const isClosed = problem === 'noAccess' || problem === 'gone' || problem === 'inBin';
  if (!isWritten && !isClosed) return null;
  return (
    <NoticeBar icon={CloudOff} text={t(`closed.${problem}`)}>
      {problem === 'gone' && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => syncDialogs.set({ open: { kind: 'enable', knowledgeBaseId } })}
        >
          {t('closed.again')}
        </Button>
      )}
      {problem !== 'inBin' && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => syncDialogs.set({ open: { kind: 'disable', knowledgeBaseId } })}
        >
          {t('menu.off')}
        </Button>
      )}
    </NoticeBar>
  );
}
