import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listAllSites } from '../../../api/sites';
import { may } from '../../../api/team-rights';
import { listTeams } from '../../../api/teams';
import { publishPath } from '../../../config/paths';
import { remoteId } from '../../../sync/remote-id';
import { MenuLink, MenuSeparator } from '../../../ui/menus/menu';
import { useDocuments } from '../posts/library/library-context';
import { useBaseState } from './use-sync';

/** Publishes one document of a synchronized knowledge base on its sites that have been published, in the console. */
export function PublishItems({ postId }: { postId: string }) {
  const { t } = useTranslation('sync');
  const knowledgeBaseId = useDocuments((state) => state.knowledgeBaseId);
  const base = useBaseState(knowledgeBaseId);
  const { teamId = '', serverId = null } = base ?? {};
  const sites = useQuery({
    queryKey: ['sites', teamId],
    queryFn: () => listAllSites(teamId),
    enabled: base?.state === 'on' && serverId !== null,
    retry: false,
  });
  const teams = useQuery({ queryKey: ['teams'], queryFn: listTeams, enabled: sites.isSuccess });
  const document = useQuery({
    queryKey: ['remote-id', knowledgeBaseId, postId],
    queryFn: () => remoteId(knowledgeBaseId, postId),
  });
  // A document alone comes on top of what visitors read.
  const bound = (sites.data ?? []).filter(
    (site) =>
      site.knowledgeBase?.id === serverId &&
      site.liveRelease &&
      !site.purgesAt &&
      site.status !== 'archived',
  );
  const team = teams.data?.find(({ id }) => id === teamId);
  if (team === undefined || !may(team, 'publishSites')) return null;
  if (base?.state !== 'on' || document.data === undefined || bound.length === 0) return null;
  return (
    <>
      <MenuSeparator />
      {bound.map((site) => (
        <MenuLink key={site.id} icon={Globe} to={publishPath(teamId, site.id, document.data)}>
          {t('menu.publish', { site: site.name })}
        </MenuLink>
      ))}
    </>
  );
}
