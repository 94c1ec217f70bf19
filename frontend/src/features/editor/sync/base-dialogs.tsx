import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listTeams } from '../../../api/teams';
import type { Team } from '../../../api/types';
import { errorText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';
import type { KnowledgeBaseRecord } from '../../../storage/schema';
import { disableSync, enableSync } from '../../../sync/bases';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Select } from '../../../ui/fields/select';
import { useBaseState } from './use-sync';

interface BaseDialogProps {
  base: KnowledgeBaseRecord;
  onClose: () => void;
}

/** Asks which team the knowledge base goes to, and turns sync on. */
export function EnableDialog({ base, onClose }: BaseDialogProps) {
  const { t } = useTranslation(['sync', 'app']);
  const { data, error, isPending } = useQuery({ queryKey: ['teams'], queryFn: listTeams });
  const teams = writable(data ?? []);
  const [picked, pick] = useState<string | null>(null);
  const before = useBaseState(base.id)?.teamId;
  const teamId = picked ?? defaultOf(teams, before) ?? '';
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('enable.title', { name: base.name })}
      description={t('enable.advice')}
      confirmLabel={t('enable.confirm')}
      onConfirm={async () => {
        // The teams may still be on their way.
        const chosen = picked ?? defaultOf(writable(await listTeams()), before);
        if (chosen === undefined) throw new KeyedError('access.forbidden', t('enable.noTeam'));
        await enableSync(base.id, chosen);
      }}
    >
      {teams.length > 1 && (
        <div className="flex flex-col gap-1.5">
          <span className="text-ink-soft text-sm" aria-hidden>
            {t('enable.team')}
          </span>
          <Select
            label={t('enable.team')}
            value={teamId}
            options={teams.map(({ id, name, kind }) => ({
              value: id,
              label: kind === 'personal' ? t('enable.personal') : name,
            }))}
            onChange={pick}
          />
        </div>
      )}
      {!isPending && teams.length === 0 && (
        <p role="alert" className="text-danger text-sm">
          {error === null ? t('enable.noTeam') : errorText(t, error)}
        </p>
      )}
    </ConfirmDialog>
  );
}

function writable(teams: readonly Team[]): Team[] {
  return teams.filter(
    ({ actions, suspendedReason, purgesAt }) =>
      actions.includes('writeContent') && !suspendedReason && !purgesAt,
  );
}

/** The team that it was synchronized with, else the personal space, else the first team. */
function defaultOf(teams: readonly Team[], before: string | undefined): string | undefined {
  const known = teams.find(({ id }) => id === before);
  return (known ?? teams.find(({ kind }) => kind === 'personal') ?? teams[0])?.id;
}

/** Turns sync off. */
export function DisableDialog({ base, onClose }: BaseDialogProps) {
  const { t } = useTranslation('sync');
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('disable.title', { name: base.name })}
      description={t('disable.advice')}
      confirmLabel={t('disable.confirm')}
      onConfirm={() => disableSync(base.id)}
    />
  );
}
