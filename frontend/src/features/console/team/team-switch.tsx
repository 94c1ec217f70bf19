import { ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addressOf } from '../../../api/team-rights';
import type { Team } from '../../../api/types';
import { PERSONAL_SPACE, teamPath } from '../../../config/paths';
import { Avatar } from '../../../ui/avatar';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../../ui/menus/menu';
import { useTeamId, useTeamName, useTeams } from '../use-team';
import { CreateTeamDialog } from './create-team-dialog';

/** Name of the current team; opens the list of all teams. */
export function TeamSwitch({ current }: { current: Team | undefined }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const teamId = useTeamId();
  const { data: teams = [] } = useTeams();
  const [isCreating, setIsCreating] = useState(false);
  const nameOf = useTeamName();
  const name = current === undefined ? '' : nameOf(current);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="flex h-11 w-full items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 text-left text-base hover:bg-hover"
          >
            <span className="sr-only">{t('team.switch')}</span>
            {current !== undefined && <Avatar name={name} size={26} className="rounded-md" />}
            <span className="min-w-0 grow truncate font-medium text-ink">
              {current === undefined ? t('team.choose') : name}
            </span>
            <ChevronsUpDown size={14} className="shrink-0 text-ink-faint" aria-hidden />
          </button>
        }
      >
        <MenuChoices
          label={t('team.switch')}
          value={current === undefined ? teamId : addressOf(current)}
          options={
            teams.length === 0
              ? [{ value: PERSONAL_SPACE, label: nameOf({ kind: 'personal', name: '' }) }]
              : teams.map((team) => ({
                  value: addressOf(team),
                  label: team.purgesAt
                    ? t('team.deletedName', { name: nameOf(team) })
                    : nameOf(team),
                }))
          }
          onChange={(id) => void navigate(teamPath(id))}
        />
        <MenuSeparator />
        <MenuItem icon={Plus} onSelect={() => setIsCreating(true)}>
          {t('team.create')}
        </MenuItem>
      </Menu>
      <CreateTeamDialog isOpen={isCreating} onOpenChange={setIsCreating} />
    </>
  );
}
