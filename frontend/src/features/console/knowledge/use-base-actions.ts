import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  duplicateKnowledgeBase,
  purgeKnowledgeBase,
  restoreKnowledgeBase,
  updateKnowledgeBase,
} from '../../../api/knowledge-bases';
import type { Team } from '../../../api/types';
import { paths } from '../../../config/paths';
import { errorText } from '../../../i18n/error-text';
import { orderAtEnd } from '../../../lib/posts/post-order';
import { deleteBinned, restoreBinned } from '../../../storage/base-bin';
import {
  createKnowledgeBase,
  listKnowledgeBases,
  readWholeBase,
  restoreRecords,
  updateKnowledgeBase as updateLocalBase,
} from '../../../storage/knowledge-bases';
import type { BaseCategory, BaseStatus } from '../../../storage/schema';
import { selectBaseForEditor } from '../../../storage/select-base';
import {
  disableSync,
  enableSync,
  fetchBase,
  listSyncStates,
  pauseSync,
  resumeSync,
} from '../../../sync/bases';
import { wake } from '../../../sync/channel';
import { withNewIds } from '../../../transfer/archive/new-ids';
import { useExportBase } from '../../../transfer/use-export-base';
import { type ToastAction, toast } from '../../../ui/states/toast';
import { binEverywhere } from './bin-base';
import { namesOfSites } from './bound-sites';
import { requireServer } from './require-server';
import type { BaseRow } from './rows';
import { useInvalidateBases } from './use-bases';
import { useExportRemote } from './use-export-remote';

/** What an author says of a knowledge base. */
export interface BaseSettings {
  title: string;
  description: string;
  category: BaseCategory;
  status: BaseStatus;
}

/** What can be done with a knowledge base of the list. */
export interface BaseActions {
  create(settings: BaseSettings, isSynced: boolean): Promise<void>;
  /** Rejects when the server refuses. */
  change(row: BaseRow, settings: BaseSettings): Promise<void>;
  purge(row: BaseRow): Promise<void>;
  // What follows shows its failures itself.
  open(row: BaseRow): void;
  fetch(row: BaseRow): void;
  duplicate(row: BaseRow): void;
  exportZip(row: BaseRow): void;
  setStatus(row: BaseRow, status: BaseStatus): void;
  bin(row: BaseRow): void;
  restore(row: BaseRow): void;
  sync(row: BaseRow, to: 'on' | 'off' | 'paused' | 'resumed'): void;
}

/** Says what was done, and then what it means for the sites that publish the knowledge base. */
function useNotify(team: Team) {
  const { t, i18n } = useTranslation('console');
  return (
    row: BaseRow,
    text: string,
    forSites: 'keptSites' | 'stoppedSites',
    action?: ToastAction,
  ) => {
    const options = { id: `knowledge ${row.key}`, ...(action === undefined ? {} : { action }) };
    toast.success(text, options);
    void namesOfSites(team.id, row.server?.id, i18n.language).then((names) => {
      if (names === '') return;
      toast.success(text, { ...options, description: t(`knowledge.${forSites}`, { names }) });
    });
  };
}

/** Changes a knowledge base here and on the server. */
async function changeBase(team: Team, row: BaseRow, settings: BaseSettings): Promise<void> {
  const { title, description, category, status } = settings;
  if (status !== row.status || category !== row.category) await requireServer(row);
  if (row.server !== null) {
    // Of an archived one only the status changes, so it is taken out first and put back last.
    const settled = await updateKnowledgeBase(
      team.id,
      row.server,
      status === row.status ? {} : { status },
    );
    if (status !== 'archived') {
      await updateKnowledgeBase(team.id, settled, { title, description, category });
    }
  }
  if (row.localId !== null) {
    await updateLocalBase(row.localId, { name: title, description, category, status });
  }
}

/** Takes a knowledge base out of the bin, here and on the server. */
async function restoreBase(team: Team, { localId, server }: BaseRow): Promise<void> {
  if (server !== null) await restoreKnowledgeBase(team.id, server.id);
  if (localId !== null) await restoreBinned(localId);
  if (server !== null) {
    // One that stayed here, the last of this device, goes on with the server's.
    const known = (await listSyncStates()).find(({ serverId }) => serverId === server.id);
    const here = localId ?? known?.knowledgeBaseId;
    if (here !== undefined) await enableSync(here, team.id);
  }
}

/** Makes a copy where the knowledge base is; `nameOf` names it. False when it is gone meanwhile. */
async function duplicateBase(
  team: Team,
  row: BaseRow,
  nameOf: (title: string) => string,
): Promise<boolean> {
  if (row.localId === null) {
    if (row.server !== null) await duplicateKnowledgeBase(team.id, row.server.id);
  } else {
    const whole = await readWholeBase(row.localId);
    if (whole === null) return false;
    const order = orderAtEnd(await listKnowledgeBases());
    const copy = withNewIds(whole);
    const knowledgeBases = copy.knowledgeBases.map((base) => ({
      ...base,
      name: nameOf(base.name),
      order,
      updateDatetime: Date.now(),
    }));
    // A copy has no past of its own.
    const posts = copy.posts.map((post) => ({ ...post, history: [] }));
    await restoreRecords({ ...copy, knowledgeBases, posts });
    const id = knowledgeBases[0]?.id;
    if (team.kind !== 'personal' && id !== undefined) await enableSync(id, team.id);
  }
  return true;
}

export function useBaseActions(team: Team): BaseActions {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const invalidateBases = useInvalidateBases();
  const exportBase = useExportBase();
  const exportRemote = useExportRemote(team.id);
  const notify = useNotify(team);
  const run = (work: () => Promise<unknown>) => {
    work()
      .then(invalidateBases)
      .catch((error: unknown) => toast.failure(errorText(t, error), { id: 'knowledge' }));
  };
  const restore = (row: BaseRow) =>
    run(async () => {
      await restoreBase(team, row);
      toast.success(t('knowledge.restored', { title: row.title }));
    });

  return {
    create: async ({ title, description, category, status }, isSynced) => {
      const { knowledgeBase } = await createKnowledgeBase(title, description);
      await updateLocalBase(knowledgeBase.id, { category, status });
      if (isSynced) await enableSync(knowledgeBase.id, team.id);
      await invalidateBases();
      toast.success(t('knowledge.created', { title }));
    },
    change: async (row, settings) => {
      const { title, status } = settings;
      await changeBase(team, row, settings);
      await invalidateBases();
      if (status === 'archived' && row.status !== status) {
        notify(row, t('knowledge.now.archived', { title }), 'keptSites');
      }
    },
    purge: async (row) => {
      if (row.server !== null) await purgeKnowledgeBase(team.id, row.server.id);
      if (row.localId !== null) await deleteBinned(row.localId);
      // A copy that this browser kept knows at once that it is the only one.
      if (row.server !== null) wake();
      await invalidateBases();
      toast.success(t('knowledge.purged', { title: row.title }));
    },
    open: ({ localId }) =>
      run(async () => {
        if (localId === null) return;
        await selectBaseForEditor(localId);
        await navigate(paths.editor);
      }),
    fetch: ({ server, title }) =>
      run(async () => {
        if (server === null) return;
        await fetchBase(team.id, server.id);
        toast.note(t('knowledge.fetching', { title }));
      }),
    duplicate: (row) =>
      run(async () => {
        const isDone = await duplicateBase(team, row, (title) => t('knowledge.copyOf', { title }));
        if (isDone) toast.success(t('knowledge.duplicated', { title: row.title }));
      }),
    exportZip: ({ localId, server }) => {
      if (localId !== null) exportBase(localId);
      else if (server !== null) exportRemote(server);
    },
    setStatus: (row, status) =>
      run(async () => {
        await requireServer(row);
        if (row.server !== null) await updateKnowledgeBase(team.id, row.server, { status });
        if (row.localId !== null) await updateLocalBase(row.localId, { status });
        const text = t(`knowledge.now.${status}`, { title: row.title });
        if (status === 'archived') notify(row, text, 'keptSites');
        else toast.success(text, { id: `knowledge ${row.key}` });
      }),
    bin: (row) =>
      run(async () => {
        await binEverywhere(team.id, row);
        notify(row, t('knowledge.binned', { title: row.title }), 'stoppedSites', {
          label: t('knowledge.undo'),
          onSelect: () => restore(row),
        });
      }),
    restore,
    sync: ({ localId }, to) =>
      run(async () => {
        if (localId === null) return;
        if (to === 'on') await enableSync(localId, team.id);
        else if (to === 'off') await disableSync(localId);
        else if (to === 'paused') await pauseSync(localId);
        else await resumeSync(localId);
      }),
  };
}
