import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { formatMoment } from '../../../lib/dates';
import { listRemoved, type RemovedPost } from '../../../storage/sync/apply';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { toast } from '../../../ui/toast';
import { useLibrary } from '../posts/library-context';

interface RemovedDialogProps {
  knowledgeBaseId: string;
  onClose: () => void;
}

/** What others have deleted in the last thirty days, with a way to have each back. */
export function RemovedDialog({ knowledgeBaseId, onClose }: RemovedDialogProps) {
  const { t, i18n } = useTranslation(['sync', 'app']);
  const library = useLibrary();
  const [removed, setRemoved] = useState<readonly RemovedPost[] | null>(null);
  const read = useCallback(
    async () => setRemoved(await listRemoved(knowledgeBaseId)),
    [knowledgeBaseId],
  );
  const fail = useCallback(
    (error: unknown) => toast.failure(errorText(t, error), { id: 'removed' }),
    [t],
  );
  useEffect(() => {
    read().catch(fail);
  }, [read, fail]);
  const restore = async ({ post }: RemovedPost) => {
    await library.restore({ knowledgeBases: [], categories: [], posts: [post] });
    toast.success(t('removed.restored', { title: post.title }));
    await read();
  };
  if (removed === null) return null;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('removed.title')}
      description={t('removed.advice')}
    >
      {removed.length === 0 ? (
        <p role="status" className="text-ink-soft text-sm">
          {t('removed.none')}
        </p>
      ) : (
        <ul className="flex flex-col">
          {removed.map((one) => (
            <li
              key={one.post.id}
              className="flex items-center gap-3 border-line border-b py-2 last:border-b-0"
            >
              <span className="min-w-0 grow">
                <span className="block truncate text-ink">{one.post.title}</span>
                <span className="block truncate text-ink-soft text-xs">
                  {t('removed.at', { time: formatMoment(i18n.language, one.removedAt) })}
                </span>
              </span>
              <Button
                variant="secondary"
                aria-label={t('removed.restoreOne', { title: one.post.title })}
                onClick={() => void restore(one).catch(fail)}
              >
                {t('removed.restore')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
