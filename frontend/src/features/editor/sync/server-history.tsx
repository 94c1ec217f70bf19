import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { History, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRevision, listRevisions, type Revision } from '../../../api/documents';
import { errorText } from '../../../i18n/error-text';
import { classNames } from '../../../lib/class-names';
import { formatMoment } from '../../../lib/time/dates';
import { markRestored } from '../../../storage/sync/incoming';
import { localText, remoteId } from '../../../sync/remote-id';
import type { SyncState } from '../../../sync/status';
import { Button } from '../../../ui/buttons/button';
import { DiffView } from '../../../ui/diff-view';
import { Segments } from '../../../ui/fields/segments';
import { toast } from '../../../ui/states/toast';
import { useEditor, useWorkbench } from '../editor-context';
import { useDocuments } from '../posts/library/library-context';
import { textUndoAction } from '../text-undo-action';
import { useBaseState } from './use-sync';

/** The versions of this browser (`fallback`) and, beside them, those of the server. */
export function ServerHistory({ onClose, fallback }: { onClose: () => void; fallback: ReactNode }) {
  const { t } = useTranslation('sync');
  const [where, setWhere] = useState<'local' | 'server'>('local');
  const postId = useEditor((state) => state.postId);
  const base = useBaseState(useDocuments((state) => state.knowledgeBaseId));
  if (postId === null || base?.serverId == null || base.state === 'off') return fallback;
  return (
    <>
      <div className="mt-3 px-4">
        <Segments
          label={t('history.where')}
          value={where}
          options={[
            { value: 'local', label: t('history.local') },
            { value: 'server', label: t('history.server') },
          ]}
          onChange={setWhere}
        />
        {where === 'server' && <p className="mt-2 text-ink-soft text-sm">{t('history.advice')}</p>}
      </div>
      {where === 'local' ? (
        fallback
      ) : (
        <Revisions base={base} serverId={base.serverId} postId={postId} onClose={onClose} />
      )}
    </>
  );
}

interface RevisionsProps {
  base: SyncState;
  serverId: string;
  postId: string;
  onClose: () => void;
}

function Revisions({ base, serverId, postId, onClose }: RevisionsProps) {
  const { t } = useTranslation(['sync', 'library', 'app']);
  const [picked, pick] = useState<number | null>(null);
  const { teamId } = base;
  const pages = useInfiniteQuery({
    queryKey: ['revisions', teamId, serverId, postId],
    queryFn: async ({ pageParam }) =>
      listRevisions(
        teamId,
        serverId,
        await remoteId(base.knowledgeBaseId, postId),
        pageParam ?? undefined,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? null,
    staleTime: 0,
  });
  // What is sent or taken while the list is open belongs to it.
  const { refetch } = pages;
  const exchanged = useRef(base.syncedAt);
  useEffect(() => {
    if (exchanged.current === base.syncedAt) return;
    exchanged.current = base.syncedAt;
    void refetch();
  }, [base.syncedAt, refetch]);
  const revisions = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const revision = picked ?? revisions[0]?.revision ?? null;
  if (pages.isPending) return <Note>{t('history.loading')}</Note>;
  if (pages.isError && !pages.isRefetchError) {
    return (
      <Note>
        <span>{errorText(t, pages.error)}</span>
        <Button variant="secondary" className="mt-3" onClick={() => void pages.refetch()}>
          {t('history.retry')}
        </Button>
      </Note>
    );
  }
  if (revision === null) return <Note>{t('history.empty')}</Note>;
  return (
    <div className="mt-3 flex min-h-0 grow border-line border-t max-md:flex-col">
      <div className="scroll-thin w-80 shrink-0 overflow-y-auto border-line border-r p-2 max-md:max-h-[42%] max-md:w-full max-md:border-r-0 max-md:border-b">
        <ul aria-label={t('history.list')}>
          {revisions.map((one) => (
            <li key={one.revision}>
              <Row revision={one} isPicked={one.revision === revision} onPick={pick} />
            </li>
          ))}
        </ul>
        {pages.hasNextPage && (
          <Button className="mt-1 w-full" onClick={() => void pages.fetchNextPage()}>
            {t('history.more')}
          </Button>
        )}
      </div>
      <Text
        key={revision}
        base={base}
        serverId={serverId}
        postId={postId}
        revision={revision}
        onClose={onClose}
      />
    </div>
  );
}

function Row(props: { revision: Revision; isPicked: boolean; onPick: (revision: number) => void }) {
  const { t, i18n } = useTranslation('sync');
  const { revision, nickname, device, createdAt, cause, nCharacters } = props.revision;
  const name = nickname ?? t('history.nobody');
  return (
    <button
      type="button"
      aria-current={props.isPicked}
      onClick={() => props.onPick(revision)}
      className={classNames(
        'flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover pointer-coarse:py-3',
        props.isPicked && 'bg-accent-soft text-accent-text hover:bg-accent-soft',
      )}
    >
      <History size={14} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 grow">
        <span className="block">
          <span>{formatMoment(i18n.language, createdAt)}</span>
          {cause !== 'edit' && <span>{` · ${t(`history.cause.${cause}`)}`}</span>}
        </span>
        <span className="block truncate text-ink-soft text-xs">
          {device === '' ? name : t('history.by', { name, device })}
        </span>
      </span>
      <span className="mt-0.5 shrink-0 text-ink-faint text-xs tabular-nums">
        {t('history.size', { count: nCharacters })}
      </span>
    </button>
  );
}

function Text({
  base,
  serverId,
  postId,
  revision,
  onClose,
}: RevisionsProps & { revision: number }) {
  const { t } = useTranslation(['library', 'sync', 'app']);
  const workbench = useWorkbench();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const { data, error, isPending } = useQuery({
    queryKey: ['revision', base.teamId, serverId, postId, revision],
    queryFn: async () => {
      const { teamId, knowledgeBaseId } = base;
      const id = await remoteId(knowledgeBaseId, postId);
      const { content } = await getRevision(teamId, serverId, id, revision);
      return { content: await localText(knowledgeBaseId, content) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <Note>{t('sync:history.loading')}</Note>;
  if (data === undefined) return <Note>{errorText(t, error)}</Note>;
  const restore = async () => {
    const { post } = workbench;
    if (post !== null) await markRestored(post, data.content);
    const undo = await workbench.rewrite(data.content);
    onClose();
    toast.success(t('history.restored'), { action: textUndoAction(undo, t('pane.undo'), t) });
  };
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <p className="min-w-0 grow text-ink-soft text-sm">{t('history.legend')}</p>
        <Button
          size="sm"
          variant="primary"
          disabled={isReadOnly}
          onClick={() =>
            void restore().catch((failure: unknown) => toast.failure(errorText(t, failure)))
          }
        >
          <RotateCcw size={14} aria-hidden />
          <span>{t('history.restore')}</span>
        </Button>
      </div>
      {data.content === workbench.text ? (
        <Note>{t('history.same')}</Note>
      ) : (
        <DiffView before={data.content} after={workbench.text} />
      )}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="flex grow flex-col items-center px-6 py-10 text-center text-ink-soft">
      {children}
    </div>
  );
}
