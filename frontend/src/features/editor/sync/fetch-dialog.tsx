import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listTeamBases } from '../../../api/sync';
import { listTeams } from '../../../api/teams';
import { errorText } from '../../../i18n/error-text';
import { fetchBase } from '../../../sync/bases';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { toast } from '../../../ui/states/toast';
import type { Library } from '../posts/library/library';
import { useLibrary } from '../posts/library/library-context';
import { useSync } from './use-sync';

/** The knowledge bases of the author's teams that this browser does not have. */
async function listAll() {
  const teams = (await listTeams()).filter(({ actions }) => actions.includes('readContent'));
  const lists = await Promise.all(
    teams.map(async ({ id, name, kind }) =>
      (await listTeamBases(id)).map((base) => ({
        ...base,
        teamId: id,
        teamName: kind === 'personal' ? null : name,
      })),
    ),
  );
  return lists.flat();
}

/** Waits until a knowledge base stands in the list. */
function arrived(library: Library, id: string): Promise<void> {
  const isThere = () => library.store.get().knowledgeBases.some((base) => base.id === id);
  return new Promise((resolve) => {
    const look = () => {
      if (!isThere()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = library.store.subscribe(look);
    look();
  });
}

/** Offers the knowledge bases of the server that this browser does not have. */
export function FetchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sync', 'app']);
  const library = useLibrary();
  const states = useSync(({ bases }) => bases);
  const { data, error, isPending } = useQuery({
    queryKey: ['basesOfAllTeams'],
    queryFn: listAll,
    staleTime: 0,
  });
  const here = new Set(states.filter(({ state }) => state !== 'off').map((base) => base.serverId));
  const missing = (data ?? []).filter(({ id }) => !here.has(id));
  const get = async ({ teamId, id, title }: (typeof missing)[number]) => {
    try {
      const local = await fetchBase(teamId, id);
      toast.note(t('fetch.started', { title }), { id: local });
      onClose();
      await arrived(library, local);
      toast.success(t('fetch.arrived', { title }), {
        id: local,
        action: { label: t('fetch.open'), onSelect: () => void library.selectKnowledgeBase(local) },
      });
    } catch (failure) {
      toast.failure(errorText(t, failure));
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('fetch.title')}
      description={t('fetch.advice')}
    >
      {missing.length === 0 ? (
        <p role="status" className="text-ink-soft text-sm">
          {isPending ? t('fetch.loading') : error === null ? t('fetch.none') : errorText(t, error)}
        </p>
      ) : (
        <ul className="flex flex-col">
          {missing.map((base) => (
            <li
              key={base.id}
              className="flex items-center gap-3 border-line border-b py-2 last:border-b-0"
            >
              <span className="min-w-0 grow">
                <span className="block truncate text-ink">{base.title}</span>
                <span className="block truncate text-ink-soft text-xs">
                  {[base.teamName, t('fetch.documents', { count: base.nDocuments })]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
              </span>
              <Button
                variant="secondary"
                aria-label={t('fetch.get', { title: base.title })}
                onClick={() => void get(base)}
              >
                {t('fetch.button')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
