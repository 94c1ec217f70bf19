import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { formatMoment } from '../../../lib/dates';
import { KeyedError } from '../../../lib/keyed-error';
import { readIncoming } from '../../../storage/sync/incoming';
import type { TheirText } from '../../../storage/sync/rows';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { DiffView } from '../../../ui/diff-view';
import { Segments } from '../../../ui/segments';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import { useLibrary } from '../posts/library-context';
import { keepBoth, keepMerged, takeMine, takeTheirs } from './resolve';

type Way = 'mine' | 'theirs' | 'both' | 'merge';

/** Two versions of the open post: compares them and keeps what the author chooses. */
export function ConflictDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const { t, i18n } = useTranslation(['sync', 'app']);
  const workbench = useWorkbench();
  const library = useLibrary();
  const [theirs, setTheirs] = useState<TheirText | null>(null);
  const [mine] = useState(() => workbench.text);
  const [view, setView] = useState<'diff' | 'merge'>('diff');
  const [merged, setMerged] = useState(mine);
  const [isBusy, setIsBusy] = useState(false);
  const read = useCallback(async () => {
    const incoming = await readIncoming(postId);
    if (incoming === null || workbench.post?.id !== postId) onClose();
    else setTheirs(incoming.theirs);
  }, [onClose, postId, workbench]);
  const fail = useCallback(
    (error: unknown) => toast.failure(errorText(t, error), { id: 'conflict' }),
    [t],
  );
  useEffect(() => {
    read().catch(fail);
  }, [read, fail]);
  if (theirs === null) return null;
  const ways: Record<Way, () => Promise<void>> = {
    mine: () => takeMine(workbench, theirs),
    theirs: () => takeTheirs(workbench, theirs),
    both: () => keepBoth(workbench, library, theirs, (title) => t('conflict.copyOf', { title })),
    merge: () => keepMerged(workbench, theirs, merged),
  };
  const take = async (way: Way) => {
    setIsBusy(true);
    try {
      await ways[way]();
      toast.success(t(`conflict.solved.${way}`));
      onClose();
    } catch (error) {
      fail(error);
      // The author has not seen the newer text: it is shown in place of the one before.
      if (error instanceof KeyedError && error.key === 'sync.newerText') await read().catch(fail);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      form="full"
      hasInput={merged !== mine}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('conflict.title', { title: workbench.name })}
      description={t('conflict.advice', {
        name: theirs.author ?? t('conflict.someone'),
        time: formatMoment(i18n.language, theirs.datetime),
      })}
      actions={
        <>
          <Button
            variant="secondary"
            className="mr-auto"
            disabled={isBusy}
            onClick={() => void take('both')}
          >
            {t('conflict.both')}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => void take('theirs')}>
            {t('conflict.theirs')}
          </Button>
          {view === 'diff' ? (
            <Button variant="primary" disabled={isBusy} onClick={() => void take('mine')}>
              {t('conflict.mine')}
            </Button>
          ) : (
            <Button variant="primary" disabled={isBusy} onClick={() => void take('merge')}>
              {t('conflict.keepResult')}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-3 flex min-h-0 grow flex-col border-line border-t">
        <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
          <p className="min-w-0 grow basis-48 text-ink-soft text-sm">{t('conflict.legend')}</p>
          <Segments
            label={t('conflict.view')}
            size="compact"
            value={view}
            options={[
              { value: 'diff', label: t('conflict.diff') },
              { value: 'merge', label: t('conflict.merge') },
            ]}
            onChange={setView}
          />
        </div>
        <div className="flex min-h-0 grow max-md:flex-col">
          <div className="flex min-h-0 min-w-0 grow basis-0 flex-col">
            <DiffView before={theirs.content} after={mine} />
          </div>
          {view === 'merge' && (
            <label className="flex min-h-0 min-w-0 grow basis-0 flex-col border-line border-l max-md:border-t max-md:border-l-0">
              <span className="shrink-0 px-4 pt-2 text-ink-soft text-sm">
                {t('conflict.result')}
              </span>
              <textarea
                value={merged}
                spellCheck={false}
                onChange={(event) => setMerged(event.target.value)}
                className="scroll-thin min-h-0 grow resize-none bg-surface px-4 py-2 font-mono text-ink text-sm leading-6 outline-offset-[-2px]"
              />
            </label>
          )}
        </div>
      </div>
    </Dialog>
  );
}
