import { CloudAlert, GitCompare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';
import { Button } from '../../../ui/buttons/button';
import { useEditor } from '../editor-context';
import { useDocuments } from '../posts/library/library-context';
import { BaseNotice } from './base-notice';
import { syncDialogs } from './dialogs';
import { NoticeBar } from './notice-bar';
import { useBaseState, useDocumentState } from './use-sync';

/** What the author has to know over the text: of the knowledge base, and of the open post. */
export function PostNotice() {
  const postId = useEditor((state) => state.postId);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const base = useBaseState(useDocuments((state) => state.knowledgeBaseId));
  if (base === undefined || base.state === 'off') return null;
  return (
    <>
      <BaseNotice base={base} postId={postId} />
      {postId !== null && !isReadOnly && (
        <TextNotice postId={postId} refusal={base.refusals[postId] ?? ''} />
      )}
    </>
  );
}

/** Says that there are two versions of the text, or that the server does not take it. */
function TextNotice({ postId, refusal }: { postId: string; refusal: string }) {
  const { t } = useTranslation(['sync', 'app']);
  const state = useDocumentState(postId);
  if (state === 'refused') {
    const reason = errorText(t, new KeyedError(refusal, refusal));
    return <NoticeBar icon={CloudAlert} text={t('refused.bar', { reason })} />;
  }
  if (state !== 'conflict') return null;
  return (
    <NoticeBar icon={GitCompare} text={t('conflict.bar')}>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => syncDialogs.set({ open: { kind: 'conflict', postId } })}
      >
        {t('conflict.compare')}
      </Button>
    </NoticeBar>
  );
}
