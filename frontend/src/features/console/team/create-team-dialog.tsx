import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { createTeam } from '../../../api/teams';
import { TEAM_NAME_MAX_CHARS } from '../../../config/account';
import { teamPath } from '../../../config/paths';
import { newId } from '../../../lib/new-id';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { FormField } from '../../../ui/fields/text-field';
import { toast } from '../../../ui/states/toast';

interface CreateTeamDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Asks for the name of a new team and opens it. */
export function CreateTeamDialog({ isOpen, onOpenChange }: CreateTeamDialogProps) {
  const { t } = useTranslation(['console', 'app']);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const problem = useNameProblem(name);
  // It stays when the same is asked for again: the answer may have been lost, and the team made.
  const asked = useRef({ name: '', key: '' });
  const keyFor = (wanted: string) => {
    if (asked.current.name !== wanted) asked.current = { name: wanted, key: newId() };
    return asked.current.key;
  };
  const close = (next: boolean) => {
    setName('');
    asked.current = { name: '', key: '' };
    onOpenChange(next);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={close}
      title={t('team.createTitle')}
      description={t('team.createLead')}
      confirmLabel={t('team.create')}
      onConfirm={async () => {
        if (problem !== undefined) throw new Error(problem);
        const team = await createTeam(name.trim(), keyFor(name.trim()));
        toast.success(t('team.created', { name: team.name }));
        await queries.invalidateQueries({ queryKey: ['teams'] });
        void navigate(teamPath(team.id));
      }}
    >
      <FormField
        label={t('team.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** The error of a team's name, or undefined. */
export function useNameProblem(name: string): string | undefined {
  const { t } = useTranslation('console');
  if (name.trim() === '') return t('team.nameRequired');
  const isLong = Array.from(name.trim()).length > TEAM_NAME_MAX_CHARS;
  return isLong ? t('team.nameTooLong', { max: TEAM_NAME_MAX_CHARS }) : undefined;
}
