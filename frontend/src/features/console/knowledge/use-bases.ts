import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { listAllKnowledgeBases } from '../../../api/knowledge-bases';
import type { Team } from '../../../api/types';
import { listBinned } from '../../../storage/base-bin';
import { readBaseCounts, readBaseWords } from '../../../storage/base-counts';
import { BIN_MS } from '../../../storage/bin-time';
import { listKnowledgeBases } from '../../../storage/knowledge-bases';
import { TabChannel } from '../../../storage/tabs';
import { listSyncStates } from '../../../sync/bases';
import { syncStatus } from '../../../sync/status';
import { useStore } from '../../../ui/hooks/use-store';
import { type BaseRow, rowsOf } from './rows';

const LOCAL = ['knowledge', 'local'] as const;
const serverKey = (teamId: string) => ['knowledge', 'server', teamId] as const;

/** The knowledge bases of a space: those of this browser and those of the server. */
export function useBases(team: Team) {
  const queries = useQueryClient();
  const local = useQuery({ queryKey: LOCAL, queryFn: readLocal });
  // Counting reads every text: the list does not wait for it. The engine counts, as it does on the server, so that a base
  // has one number before and after it is synchronized.
  const words = useQuery({
    queryKey: [...LOCAL, 'words'],
    queryFn: async () => {
      const { withWordCounter } = await import('../../../engine/word-counter');
      return withWordCounter(readBaseWords);
    },
  });
  const server = useQuery({
    queryKey: serverKey(team.id),
    queryFn: () => listAllKnowledgeBases(team.id),
  });
  const { bases: sync } = useStore(syncStatus);
  useEffect(() => {
    const channel = new TabChannel();
    const stop = channel.subscribe(({ kind }) => {
      if (kind === 'library' || kind === 'saved')
        void queries.invalidateQueries({ queryKey: LOCAL });
    });
    void listSyncStates().catch(() => undefined);
    return () => {
      stop();
      channel.close();
    };
  }, [queries]);
  // What was exchanged has changed one side or the other.
  const exchanged = sync.map(({ serverId, syncedAt }) => `${serverId} ${syncedAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when something was exchanged.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['knowledge'] });
  }, [queries, exchanged]);
  const rows = useMemo(
    (): BaseRow[] =>
      rowsOf({
        local: (local.data?.bases ?? []).map((base) => ({
          base,
          counts: local.data?.counts.get(base.id),
          nWords: words.data === undefined ? undefined : (words.data.get(base.id) ?? 0),
        })),
        binned: local.data?.binned ?? [],
        binMs: BIN_MS,
        server: server.data ?? [],
        sync,
        teamId: team.id,
        isPersonal: team.kind === 'personal',
      }),
    [local.data, words.data, server.data, sync, team],
  );
  return {
    rows,
    isLoading: local.isPending || server.isPending,
    /** This browser's database does not answer: nothing can be shown. */
    localError: local.error,
    /** The server does not answer: what is here is shown all the same. */
    serverError: server.error,
    retry: () => void queries.refetchQueries({ queryKey: ['knowledge'] }),
  };
}

async function readLocal() {
  const [bases, counts, binned] = await Promise.all([
    listKnowledgeBases(),
    readBaseCounts(),
    listBinned(),
  ]);
  return { bases, counts, binned };
}

/** Has the other tabs read their documents again, and reads the list of knowledge bases again. */
export function useInvalidateBases(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const channel = new TabChannel();
    channel.publish({ kind: 'library' });
    channel.close();
    await queries.invalidateQueries({ queryKey: ['knowledge'] });
  };
}
