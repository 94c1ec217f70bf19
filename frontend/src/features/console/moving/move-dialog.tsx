import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { moveKnowledgeBase } from '../../../api/knowledge-bases';
import { listAllSites, moveSite } from '../../../api/sites';
import { addressOf, hasSites, isOpen, may } from '../../../api/team-rights';
import type { Team } from '../../../api/types';
import { teamPath } from '../../../config/paths';
import { noteMove } from '../../../sync/bases';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Select } from '../../../ui/fields/select';
import { toast } from '../../../ui/states/toast';
import { useTeamName, useTeams } from '../use-team';

interface MoveDialogProps {
  /** A site, with or without a knowledge base, or a knowledge base. */
  moved: { kind: 'site' | 'base'; id: string; name: string };
  /** The knowledge base that is moved, by its ID at the server; null: none. */
  base: { id: string; title: string } | null;
  /** The space that it leaves. */
  team: Team;
  onClose: () => void;
}

/** Asks where a site or a knowledge base goes, and says what goes along and who sees it then. */
export function MoveDialog({ moved, base, team, onClose }: MoveDialogProps) {
  const { t, i18n } = useTranslation('console');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const nameOf = useTeamName();
  const { data: teams, isPending } = useTeams();
  const targets = (teams ?? []).filter((one) => one.id !== team.id && may(one, 'moveContent'));
  const [picked, pick] = useState<string | null>(null);
  const target = targets.find(({ id }) => id === picked) ?? targets[0];
  const { data: all } = useQuery({
    queryKey: ['sites', team.id, 'along', moved.id],
    queryFn: () => listAllSites(team.id),
  });
  const along = (all ?? []).filter((site) =>
    base === null ? site.id === moved.id : site.knowledgeBase?.id === base.id && !site.purgesAt,
  );
  const isLacking =
    target !== undefined && !hasSites(target) && along.some(({ status }) => isOpen(status));
  const handleConfirm = async () => {
    if (target === undefined) throw new Error(t('move.noTeam'));
    if (isLacking) throw new Error(t('move.noPlan', { name: nameOf(target) }));
    await (moved.kind === 'site' ? moveSite : moveKnowledgeBase)(team.id, moved.id, target.id);
    if (base !== null) await noteMove(base.id, target.id);
    toast.success(t('move.done', { name: moved.name, team: nameOf(target) }));
    await Promise.all(
      ['sites', 'knowledge', 'team', 'site'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
    void navigate(teamPath(addressOf(target), moved.kind === 'site' ? 'sites' : 'knowledge'));
  };
  const names = new Intl.ListFormat(i18n.language).format(along.map(({ name }) => name));
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={t('move.title', { name: moved.name })}
      description={t('move.text')}
      confirmLabel={t('move.action')}
      failureText={(reason) => t('move.failed', { reason })}
      onConfirm={handleConfirm}
    >
      {target === undefined ? (
        !isPending && (
          <p role="alert" className="text-danger text-sm">
            {t('move.noTeam')}
          </p>
        )
      ) : (
        <>
          <div className="flex flex-col gap-1.5">
            <span className="text-ink-soft text-sm" aria-hidden>
              {t('move.to')}
            </span>
            <Select
              label={t('move.to')}
              value={target.id}
              options={targets.map((one) => ({ value: one.id, label: nameOf(one) }))}
              onChange={pick}
            />
          </div>
          <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink-soft text-sm">
            {base !== null && <li>{t('move.base', { title: base.title })}</li>}
            {names !== '' && <li>{t('move.sites', { names })}</li>}
            <li>
              {t(team.kind === 'personal' ? 'move.seen' : 'move.seenInstead', {
                to: nameOf(target),
                from: nameOf(team),
              })}
            </li>
            {names !== '' && <li>{t('move.readers')}</li>}
            {base !== null && <li>{t('move.devices')}</li>}
          </ul>
          {isLacking && (
            <p role="alert" className="text-danger text-sm">
              {t('move.noPlan', { name: nameOf(target) })}
            </p>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
