import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { invite, listInvitations, revokeInvitation } from '../../../api/teams';
import type { Invitation, Role, Team } from '../../../api/types';
import { sectionPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { errorText, ruleText } from '../../../i18n/error-text';
import { formatDay } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Select } from '../../../ui/fields/select';
import { takeFilled } from '../../../ui/fields/take-filled';
import { FormField } from '../../../ui/fields/text-field';
import { LoadState } from '../../../ui/states/load-state';
import { toast } from '../../../ui/states/toast';
import { invitationSchema } from './invitation-schema';
import { ASSIGNABLE_ROLES } from './roles';

/** Pending invitations. */
export function Invitations({ team }: { team: Team }) {
  const { t, i18n } = useTranslation('console');
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['team', team.id, 'invitations'],
    queryFn: () => listInvitations(team.id),
  });
  const revoke = useMutation({
    mutationFn: (invitation: Invitation) => revokeInvitation(team.id, invitation.id),
    onSuccess: (_, { email }) => toast.success(t('invitation.revoked', { email })),
    onError: (failure) => toast.failure(errorText(t, failure), { id: 'invitation' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['team', team.id] }),
  });
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-medium text-ink text-lg">{t('invitation.title')}</h2>
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <p className="text-base text-ink-faint">{t('invitation.none')}</p>
      ) : (
        <ul
          aria-label={t('invitation.title')}
          className="divide-y divide-line rounded-xl border border-line bg-surface px-5"
        >
          {data.map((invitation) => (
            <li key={invitation.id} className="flex items-center gap-4 py-4">
              <div className="min-w-0 grow">
                <p className="break-all text-base text-ink">{invitation.email}</p>
                <p className="text-ink-faint text-xs">
                  {`${t(`role.${invitation.role}`)} · ${t('invitation.by', {
                    name: invitation.invitedByNickname,
                    date: formatDay(localeOf(i18n), invitation.expiresAt),
                  })}`}
                </p>
              </div>
              <Button
                size="sm"
                variant="secondary"
                disabled={revoke.isPending}
                onClick={() => revoke.mutate(invitation)}
              >
                {t('invitation.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface InviteDialogProps {
  team: Team;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Sends an invitation by mail. */
export function InviteDialog({ team, isOpen, onOpenChange }: InviteDialogProps) {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  const [role, setRole] = useState<Role>('editor');
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(invitationSchema), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const close = (next: boolean) => {
    form.reset();
    setFailure(null);
    onOpenChange(next);
  };
  const handleSubmit = form.handleSubmit(async ({ email }) => {
    setFailure(null);
    try {
      const invitation = await invite(team.id, email, role);
      toast.success(t('invitation.sent', { email: invitation.email }));
      await queries.invalidateQueries({ queryKey: ['team', team.id] });
      close(false);
    } catch (error) {
      setFailure(error);
    }
  });
  const problem = errors.email?.message;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={t('invitation.dialog')}
      description={t('invitation.lead')}
    >
      <form
        noValidate
        onSubmit={(event) => {
          takeFilled(form, event.currentTarget);
          void handleSubmit(event);
        }}
        className="flex flex-col gap-4"
      >
        <FormField
          {...form.register('email')}
          type="email"
          label={t('invitation.email')}
          error={problem === undefined ? undefined : ruleText(t, `console:${problem}`)}
        />
        <div>
          <p className="mb-1.5 font-medium text-ink text-sm">{t('invitation.role')}</p>
          <Select
            label={t('invitation.role')}
            value={role}
            options={ASSIGNABLE_ROLES.map((value) => ({
              value: value as Role,
              label: t(`role.${value}`),
            }))}
            onChange={setRole}
          />
          <p className="mt-1 text-ink-faint text-xs">{t(`roleHint.${role}`)}</p>
        </div>
        {failure !== null && <Refusal team={team} error={failure} />}
        <Button type="submit" variant="primary" size="lg" disabled={isSubmitting}>
          {isSubmitting ? t('invitation.sending') : t('invitation.send')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Why the invitation failed; when the plan is the reason, with a link to the plans. */
function Refusal({ team, error }: { team: Team; error: unknown }) {
  const { t } = useTranslation('console');
  const isFull = error instanceof ApiError && error.key === 'plan.notAvailable';
  return (
    <div role="alert" className="text-sm">
      <p className="text-danger">{errorText(t, error)}</p>
      {isFull && (
        <p className="mt-1 text-ink-soft">
          <span>
            {t('invitation.full', { max: team.maxMembers, plan: t(`plan.${team.plan}`) })}
          </span>{' '}
          <Link to={sectionPath('pricing')} className="text-accent-text underline">
            {t('invitation.plans')}
          </Link>
        </p>
      )}
    </div>
  );
}
