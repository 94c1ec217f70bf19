import { CloudAlert, GitCompare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';
import { Button } from '../../../ui/button';
import { useEditor } from '../editor-context';
import { useDocuments } from '../posts/library-context';
import { syncDialogs } from './dialogs';
import { useBaseState, useDocumentState } from './use-sync';

const bar =
  'flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft px-4 py-1.5 text-ink text-sm';

/** Says over the text that there are two versions of it, or that the server does not take it. */
export function PostNotice() {
  const { t } = useTranslation(['sync', 'app']);
  const postId = useEditor((state) => state.postId);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const base = useBaseState(useDocuments((state) => state.knowledgeBaseId));
  const state = useDocumentState(postId);
  if (postId === null || isReadOnly) return null;
  if (state === 'refused') {
    const key = base?.refusals[postId] ?? '';
    const reason = errorText(t, new KeyedError(key, key));
    return (
      <div role="status" className={bar}>
        <CloudAlert size={14} strokeWidth={2} className="shrink-0 text-caution" aria-hidden />
        <span className="min-w-0 grow basis-48">{t('refused.bar', { reason })}</span>
      </div>
    );
  }
  if (state !== 'conflict') return null;
  return (
    <div role="status" className={bar}>
      <GitCompare size={14} strokeWidth={2} className="shrink-0 text-caution" aria-hidden />
      <span className="min-w-0 grow basis-48">{t('conflict.bar')}</span>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => syncDialogs.set({ open: { kind: 'conflict', postId } })}
      >
        {t('conflict.compare')}
      </Button>
    </div>
  );
}
