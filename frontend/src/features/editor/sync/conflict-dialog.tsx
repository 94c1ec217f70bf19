import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAVE_DELAY_MS } from '../../../config/constants';
import { errorText } from '../../../i18n/error-text';
import { throttle } from '../../../lib/debounce';
import { KeyedError } from '../../../lib/keyed-error';
import { formatMoment } from '../../../lib/time/dates';
import { localKeys } from '../../../storage/keys';
import { readNote, writeNote } from '../../../storage/library-notes';
import { endDraft, keepDraft, readIncoming } from '../../../storage/sync/incoming';
import type { MergeDraft, TheirText } from '../../../storage/sync/rows';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DiffView } from '../../../ui/diff-view';
import { Segments } from '../../../ui/fields/segments';
import { toast } from '../../../ui/states/toast';
import { useWorkbench } from '../editor-context';
import { useLibrary } from '../posts/library/library-context';
import { beginMerge, carriedMerge } from './merge-draft';
import { MergePane } from './merge-pane';
import { keepBoth, keepMerged, takeMine, takeTheirs } from './resolve';

type Way = 'mine' | 'theirs' | 'both' | 'merge';
type View = 'diff' | 'merge';

/** Two versions of the open post: compares them and keeps what the author chooses. */
export function ConflictDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const { t, i18n } = useTranslation(['sync', 'app']);
  const workbench = useWorkbench();
  const library = useLibrary();
  const [theirs, setTheirs] = useState<TheirText | null>(null);
  const [mine, setMine] = useState('');
  const [begun, setBegun] = useState<ReturnType<typeof beginMerge> | null>(null);
  const [draft, setDraft, unsaved] = useKeptDraft(postId);
  const [view, setView] = useState<View>('diff');
  const [isDraftKept, setIsDraftKept] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const read = useCallback(async () => {
    const incoming = await readIncoming(postId);
    if (incoming === null || workbench.post?.id !== postId) {
      onClose();
      return;
    }
    const sides = {
      common: incoming.common,
      mine: workbench.text,
      theirs: incoming.theirs.content,
    };
    const begin = beginMerge(sides);
    unsaved.current ??= readNote<MergeDraft>(localKeys.mergeDraft + postId);
    const last = unsaved.current ?? incoming.draft;
    const carried = last && carriedMerge(last, sides.mine, sides.theirs);
    if (last !== null && carried === null) {
      unsaved.current = null;
      await endDraft(postId, last);
      writeNote(localKeys.mergeDraft + postId, null);
      setIsDraftKept(true);
    }
    setTheirs(incoming.theirs);
    setMine(sides.mine);
    setBegun(begin);
    setDraft(carried ?? begin.draft, carried !== null && unsaved.current !== null);
    if (carried !== null) setView('merge');
  }, [onClose, postId, setDraft, unsaved, workbench]);
  const fail = useCallback(
    (error: unknown) => toast.failure(errorText(t, error), { id: 'conflict' }),
    [t],
  );
  useEffect(() => {
    read().catch(fail);
  }, [read, fail]);
  if (theirs === null || begun === null || draft === null) return null;
  const ways: Record<Way, () => Promise<void>> = {
    mine: () => takeMine(workbench, theirs),
    theirs: () => takeTheirs(workbench, theirs),
    both: () => keepBoth(workbench, library, theirs, (title) => t('conflict.copyOf', { title })),
    merge: () => keepMerged(workbench, theirs, draft.text),
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
      // What is written of the merge is kept.
      hasInput={false}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('conflict.title', { title: workbench.name })}
      description={t('conflict.advice', {
        name: theirs.author ?? t('conflict.someone'),
        time: formatMoment(i18n.language, theirs.datetime),
      })}
      actions={<Ways view={view} isBusy={isBusy} onTake={(way) => void take(way)} />}
    >
      <div className="mt-3 flex min-h-0 grow flex-col border-line border-t">
        <ViewBar view={view} onView={setView} isDraftKept={isDraftKept} />
        <div className="flex min-h-0 grow max-md:flex-col">
          {view === 'merge' ? (
            <MergePane
              choices={begun.choices}
              draft={draft}
              onChange={(next) => setDraft(next, true)}
              onReset={() => setDraft(begun.draft, true)}
            />
          ) : (
            <div className="flex min-h-0 min-w-0 grow basis-0 flex-col">
              <DiffView before={theirs.content} after={mine} />
            </div>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface WaysProps {
  view: View;
  isBusy: boolean;
  onTake: (way: Way) => void;
}

function Ways({ view, isBusy, onTake }: WaysProps) {
  const { t } = useTranslation('sync');
  return (
    <>
      <Button
        variant="secondary"
        className="mr-auto"
        disabled={isBusy}
        onClick={() => onTake('both')}
      >
        {t('conflict.both')}
      </Button>
      <Button variant="secondary" disabled={isBusy} onClick={() => onTake('theirs')}>
        {t('conflict.theirs')}
      </Button>
      {view === 'diff' ? (
        <Button variant="primary" disabled={isBusy} onClick={() => onTake('mine')}>
          {t('conflict.mine')}
        </Button>
      ) : (
        <Button variant="primary" disabled={isBusy} onClick={() => onTake('merge')}>
          {t('conflict.keepResult')}
        </Button>
      )}
    </>
  );
}

interface ViewBarProps {
  view: View;
  onView: (view: View) => void;
  isDraftKept: boolean;
}

function ViewBar({ view, onView, isDraftKept }: ViewBarProps) {
  const { t } = useTranslation('sync');
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-6 py-2">
      <p className="min-w-0 grow basis-48 text-ink-soft text-sm">
        <span>{view === 'diff' ? t('conflict.legend') : t('conflict.kept')}</span>
        {isDraftKept && <span className="block">{t('conflict.draftKept')}</span>}
      </p>
      <Segments
        label={t('conflict.view')}
        size="compact"
        value={view}
        options={[
          { value: 'diff', label: t('conflict.diff') },
          { value: 'merge', label: t('conflict.merge') },
        ]}
        onChange={onView}
      />
    </div>
  );
}

/** What is written of the merge; with `isWritten` it is kept, also when the dialog or the page is closed. */
function useKeptDraft(
  postId: string,
): [
  MergeDraft | null,
  (draft: MergeDraft, isWritten?: boolean) => void,
  { current: MergeDraft | null },
] {
  const [draft, setDraft] = useState<MergeDraft | null>(null);
  const written = useRef<MergeDraft | null>(null);
  const [keeping] = useState(() =>
    throttle(SAVE_DELAY_MS, () => {
      if (written.current === null) return;
      // What cannot be kept stays on screen; the texts themselves are stored.
      keepDraft(postId, written.current).then(
        () => writeNote(localKeys.mergeDraft + postId, null),
        () => undefined,
      );
    }),
  );
  useEffect(() => {
    const flush = () => {
      // The next page may look before the database has it.
      writeNote(localKeys.mergeDraft + postId, written.current);
      keeping.flush();
    };
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      keeping.flush();
    };
  }, [keeping, postId]);
  const change = useCallback(
    (next: MergeDraft, isWritten = false) => {
      setDraft(next);
      if (!isWritten) return;
      written.current = next;
      keeping.schedule();
    },
    [keeping],
  );
  return [draft, change, written];
}
