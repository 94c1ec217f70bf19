import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowRightLeft,
  CopyPlus,
  Ellipsis,
  RefreshCw,
  Settings2,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { restoreSite, updateSite } from '../../../api/sites';
import { addressOf, may, nextStatusesInPlan } from '../../../api/team-rights';
import type { Site, SiteStatus } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { errorText } from '../../../i18n/error-text';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menus/menu';
import { StatusDialog } from '../../../ui/states/site-status';
import { toast } from '../../../ui/states/toast';
import { MoveDialog } from '../moving/move-dialog';
import { useCurrentTeam } from '../team/team-context';
import { DeleteSiteDialog } from './delete-site-dialog';
import { DuplicateSiteDialog } from './duplicate-site-dialog';

type Task = { kind: 'delete' | 'duplicate' | 'move' } | { kind: 'status'; next: SiteStatus };

/** What the team may do with a site. */
export interface SiteRights {
  /** Its status, and the bin: also without the plan. Source: docs/sites.md, When a plan ends. */
  mayEdit: boolean;
  mayDuplicate: boolean;
}

/** What can be done with a site. Who may not change it sees no action that does. */
export function SiteMenu({ site, mayEdit, mayDuplicate }: { site: Site } & SiteRights) {
  const { t } = useTranslation(['console', 'siteConfig']);
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [task, setTask] = useState<Task | null>(null);
  const teamId = addressOf(team);
  const invalidateSites = () => queries.invalidateQueries({ queryKey: ['sites'] });
  const restore = async () => {
    try {
      await restoreSite(teamId, site.id);
      toast.success(t('sites.restored', { name: site.name }));
      await invalidateSites();
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'sites' });
    }
  };
  const isBinned = Boolean(site.purgesAt);
  if (isBinned && !mayEdit) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton icon={Ellipsis} size="iconSm" label={t('sites.menu', { name: site.name })} />
        }
      >
        {isBinned ? (
          <MenuItem icon={Undo2} onSelect={() => void restore()}>
            {t('sites.restore')}
          </MenuItem>
        ) : (
          <>
            <MenuItem icon={Settings2} onSelect={() => void navigate(sitePath(teamId, site.id))}>
              {t('sites.open')}
            </MenuItem>
            {mayEdit && (
              <>
                {mayDuplicate && (
                  <MenuItem icon={CopyPlus} onSelect={() => setTask({ kind: 'duplicate' })}>
                    {t('sites.duplicate')}
                  </MenuItem>
                )}
                {may(team, 'moveContent') && (
                  <MenuItem icon={ArrowRightLeft} onSelect={() => setTask({ kind: 'move' })}>
                    {t('move.menu')}
                  </MenuItem>
                )}
                <MenuSeparator />
                {nextStatusesInPlan(team, site).map((next) => (
                  <MenuItem
                    key={next}
                    icon={RefreshCw}
                    onSelect={() => setTask({ kind: 'status', next })}
                  >
                    {t(`siteConfig:status.to.${next}`)}
                  </MenuItem>
                ))}
                <MenuSeparator />
                <MenuItem icon={Trash2} onSelect={() => setTask({ kind: 'delete' })}>
                  {t('sites.delete')}
                </MenuItem>
              </>
            )}
          </>
        )}
      </Menu>
      {task?.kind === 'delete' && (
        <DeleteSiteDialog
          site={site}
          team={team}
          onUndo={() => void restore()}
          onClose={() => setTask(null)}
        />
      )}
      {task?.kind === 'duplicate' && (
        <DuplicateSiteDialog site={site} team={team} onClose={() => setTask(null)} />
      )}
      {task?.kind === 'move' && (
        <MoveDialog
          moved={{ kind: 'site', id: site.id, name: site.name }}
          base={site.knowledgeBase ?? null}
          team={team}
          onClose={() => setTask(null)}
        />
      )}
      {task?.kind === 'status' && (
        <StatusDialog
          site={site}
          next={task.next}
          onClose={() => setTask(null)}
          onChange={async (status) => {
            await updateSite(teamId, site, { status });
            toast.success(t(`siteConfig:status.now.${status}`, { name: site.name }));
            await invalidateSites();
          }}
        />
      )}
    </>
  );
}
