import { useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { HEARTBEAT_MS } from '../../../config/sync';
import { errorText } from '../../../i18n/error-text';
import { whenIdle } from '../../../lib/browser/when-idle';
import { hex, sha256 } from '../../../lib/files/sha256';
import { listRemoved } from '../../../storage/sync/removed';
import { publishToTabs, subscribeToTabs } from '../../../sync/channel';
import { loadedDialog } from '../../../ui/dialogs/loaded-dialog';
import { useStore } from '../../../ui/hooks/use-store';
import { toast } from '../../../ui/states/toast';
import { useEditor, useWorkbench } from '../editor-context';
import { ExportPartsContext } from '../export/parts-context';
import { useDocuments, useLibrary } from '../posts/library/library-context';
import { syncDialogs } from './dialogs';
import { holdsDiagram } from './holds-diagram';
import { useBaseState } from './use-sync';

const ConflictDialog = loadedDialog(async () => (await import('./conflict-dialog')).ConflictDialog);
const EnableDialog = loadedDialog(async () => (await import('./base-dialogs')).EnableDialog);
const DisableDialog = loadedDialog(async () => (await import('./base-dialogs')).DisableDialog);
const FetchDialog = loadedDialog(async () => (await import('./fetch-dialog')).FetchDialog);

const close = () => syncDialogs.set({ open: null });

/** Dialogs of sync, what is published to the other tabs, and what they publish. */
export function Background() {
  const { open } = useStore(syncDialogs);
  const bases = useDocuments((state) => state.knowledgeBases);
  usePublishOpen();
  useRemoved();
  useSentDiagrams();
  if (open === null) return null;
  if (open.kind === 'conflict') {
    return <ConflictDialog key={open.postId} postId={open.postId} onClose={close} />;
  }
  if (open.kind === 'fetch') return <FetchDialog onClose={close} />;
  const base = bases.find(({ id }) => id === open.knowledgeBaseId);
  if (base === undefined) return null;
  return open.kind === 'enable' ? (
    <EnableDialog base={base} onClose={close} />
  ) : (
    <DisableDialog base={base} onClose={close} />
  );
}

/** While the page is visible, tells the tab that synchronizes which post is open here. */
function usePublishOpen(): void {
  const postId = useEditor((state) => state.postId);
  const knowledgeBaseId = useDocuments((state) => state.knowledgeBaseId);
  const isOn = useBaseState(knowledgeBaseId)?.state === 'on';
  useEffect(() => {
    if (!isOn || postId === null) return undefined;
    const publish = () => {
      if (document.visibilityState !== 'visible') return;
      publishToTabs({ kind: 'open', knowledgeBaseId, postId });
    };
    publish();
    const timer = setInterval(publish, HEARTBEAT_MS);
    document.addEventListener('visibilitychange', publish);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', publish);
    };
  }, [isOn, knowledgeBaseId, postId]);
}

/** Sends each drawing of a synchronized post once, when the page is idle: the server cannot draw. */
function useSentDiagrams(): void {
  const { diagrams } = useContext(ExportPartsContext) ?? {};
  const workbench = useWorkbench();
  const postId = useEditor((state) => state.postId);
  const knowledgeBaseId = useDocuments((state) => state.knowledgeBaseId);
  const isOn = useBaseState(knowledgeBaseId)?.state === 'on';
  useEffect(() => {
    if (!isOn || diagrams === undefined) return undefined;
    return diagrams.onDrawn((source, svg) => {
      // A drawing may be done when another post is open: no other knowledge base may get it.
      const { post, text } = workbench;
      const isOfPost =
        post?.id === postId &&
        post?.knowledgeBaseId === knowledgeBaseId &&
        holdsDiagram(text, source);
      if (!isOfPost) return false;
      whenIdle(async () => {
        const hash = hex(await sha256(new TextEncoder().encode(source)));
        publishToTabs({ kind: 'drawn', knowledgeBaseId, hash, svg });
      }, 500);
      return true;
    });
  }, [diagrams, isOn, knowledgeBaseId, postId, workbench]);
}

/** Says what others have deleted, with a way to have it back. */
function useRemoved(): void {
  const { t } = useTranslation(['sync', 'app']);
  const library = useLibrary();
  const workbench = useWorkbench();
  useEffect(() => {
    const show = async (knowledgeBaseId: string, ids: readonly string[]) => {
      const removed = await listRemoved(knowledgeBaseId);
      // The one on screen has a bar of its own, or comes back with what is typed.
      const open = workbench.post?.id;
      const posts = removed
        .map(({ post }) => post)
        .filter(({ id }) => ids.includes(id) && id !== open);
      const [first] = posts;
      if (first === undefined) return;
      const text =
        posts.length === 1
          ? t('removed.one', { title: first.title })
          : t('removed.many', { count: posts.length });
      const onSelect = () =>
        void library.restore({ knowledgeBases: [], categories: [], posts }).catch(() => undefined);
      toast.note(text, { action: { label: t('removed.restore'), onSelect } });
    };
    return subscribeToTabs((message) => {
      if (message.kind !== 'removed') return;
      show(message.knowledgeBaseId, message.ids).catch((error: unknown) =>
        toast.failure(errorText(t, error), { id: 'removed' }),
      );
    });
  }, [library, t, workbench]);
}
