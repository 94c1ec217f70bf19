import {
  Cloud,
  CloudAlert,
  CloudCheck,
  CloudUpload,
  GitCompare,
  HardDrive,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import type { DocumentState } from '../../../sync/status';
import { Avatar } from '../../../ui/avatar';
import { Tooltip } from '../../../ui/menus/tooltip';
import { useEditor } from '../editor-context';
import { useDocuments } from '../posts/library/library-context';
import { baseWords } from './base-words';
import { useBaseState, useDocumentState, useSync } from './use-sync';

const icons: Record<DocumentState, LucideIcon> = {
  local: HardDrive,
  waiting: CloudUpload,
  synced: CloudCheck,
  conflict: GitCompare,
  refused: CloudAlert,
};

/** Problems have a color; everything else is quiet. */
function lookOf(state: DocumentState): string {
  return state === 'conflict' || state === 'refused' ? 'text-caution' : 'text-ink-faint';
}

/** The state of a post, in the list. `id` is that of the words, which describe the row to screen readers. */
export function PostBadge({ postId, id }: { postId: string; id: string }) {
  const { t } = useTranslation('sync');
  const state = useDocumentState(postId);
  if (state === null) return null;
  const Icon = icons[state];
  return (
    <span
      id={id}
      data-testid="sync-badge"
      data-state={state}
      title={t(`state.${state}`)}
      className={classNames('grid size-5 shrink-0 place-content-center', lookOf(state))}
    >
      <Icon size={13} strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{t(`state.${state}`)}</span>
    </span>
  );
}

/** That a knowledge base is synchronized, in the list of them. `id` is that of the words. */
export function BaseMark({ knowledgeBaseId, id }: { knowledgeBaseId: string; id: string }) {
  const { t } = useTranslation('sync');
  const base = useBaseState(knowledgeBaseId);
  if (base === undefined || base.state === 'off') return null;
  const words = t(base.state === 'on' ? 'mark.on' : 'mark.paused');
  return (
    <span id={id} title={words} className="shrink-0 text-ink-faint">
      <Cloud size={13} strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** The state of the open post, and who else has it open. */
export function StatusBadge() {
  const { t } = useTranslation('sync');
  const postId = useEditor((state) => state.postId);
  const base = useBaseState(useDocuments((state) => state.knowledgeBaseId));
  const state = useDocumentState(postId);
  const isDeleted = useEditor((editor) => editor.deleted !== null);
  if (state === null || base === undefined || isDeleted) return null;
  const Icon = icons[state];
  const more = baseWords(t, base);
  return (
    <span
      data-testid="sync-state"
      data-state={state}
      className={classNames('flex min-w-0 items-center gap-1', lookOf(state))}
      title={more ?? undefined}
    >
      <Icon size={13} strokeWidth={2} className="shrink-0" aria-hidden />
      <span className="truncate max-md:sr-only">{t(`state.${state}`)}</span>
      {more !== null && <span className="truncate max-lg:sr-only">{`· ${more}`}</span>}
      <People postId={postId} />
    </span>
  );
}

/** How many faces are shown. */
const FACES = 3;

function People({ postId }: { postId: string | null }) {
  const { t } = useTranslation('sync');
  const presences = useSync((status) => status.presences);
  const here = presences.filter((one) => one.postId === postId);
  const people = [...new Map(here.map((one) => [one.userId, one])).values()];
  const [first] = people;
  if (first === undefined) return null;
  const label =
    people.length === 1
      ? t('people.here', { name: first.nickname })
      : t('people.many', { count: people.length });
  return (
    <Tooltip label={label} side="top">
      <span
        role="img"
        aria-label={label}
        data-testid="presence"
        className="ml-1 flex shrink-0 items-center -space-x-1"
      >
        {people.slice(0, FACES).map(({ userId, nickname, avatarUrl }) => (
          <Avatar
            key={userId}
            name={nickname}
            url={avatarUrl}
            size={18}
            className="ring-2 ring-surface"
          />
        ))}
      </span>
    </Tooltip>
  );
}
