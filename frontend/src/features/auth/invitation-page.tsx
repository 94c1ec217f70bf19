import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { acceptInvitation, lookUpInvitation } from '../../api/teams';
import { paths, teamPath } from '../../config/paths';
import { localeOf } from '../../i18n';
import { errorText } from '../../i18n/error-text';
import { formatDay } from '../../lib/dates';
import { session } from '../../storage/session';
import { Button, buttonStyle } from '../../ui/button';
import { toast } from '../../ui/toast';
import { usePageMeta } from '../../ui/use-page-meta';
import { useStore } from '../../ui/use-store';
import { FormError } from './parts';

/** What an invitation says, and its acceptance. Opening the link changes nothing: mail programs open links too. */
export function InvitationPage() {
  const { t, i18n } = useTranslation(['auth', 'app']);
  const location = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { user } = useStore(session);
  const token = location.hash.slice(1);
  usePageMeta({ title: `${t('invitation.title')} · ${t('app:name')}` });
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => lookUpInvitation(token),
    retry: false,
  });
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: async (team) => {
      toast.success(t('invitation.done', { team: team.name }));
      await queries.invalidateQueries({ queryKey: ['teams'] });
      await navigate(teamPath(team.id), { replace: true });
    },
  });
  const heading = (text: string) => (
    <h1 className="font-semibold font-serif text-[30px] text-ink leading-[1.3]">{text}</h1>
  );
  if (error !== null) {
    return (
      <div role="alert">
        {heading(t('invitation.gone'))}
        <p className="mt-3 text-base text-ink-soft leading-6">{t('invitation.goneText')}</p>
        <p className="mt-2 text-ink-faint text-sm">{errorText(t, error)}</p>
      </div>
    );
  }
  if (data === undefined) return <p role="status">{t('invitation.loading')}</p>;
  const back = new URLSearchParams({ redirect: `${location.pathname}${location.hash}` });
  return (
    <>
      {heading(t('invitation.title'))}
      <p className="mt-4 text-ink text-lg leading-7">
        {t('invitation.text', {
          inviter: data.invitedByNickname,
          team: data.teamName,
          role: t(`role.${data.role}`),
        })}
      </p>
      <p className="mt-3 text-base text-ink-soft leading-6">
        {t('invitation.bound', { email: data.email })}
      </p>
      <p className="mt-1 text-ink-faint text-sm">
        {t('invitation.expires', { date: formatDay(localeOf(i18n), data.expiresAt) })}
      </p>
      <div className="mt-7 flex flex-col gap-3">
        <FormError text={accept.error === null ? null : errorText(t, accept.error)} />
        {user === null ? (
          <>
            <Link
              to={`${paths.login}?${back}`}
              className={buttonStyle({ variant: 'primary', size: 'lg' })}
            >
              {t('invitation.login')}
            </Link>
            <Link
              to={`${paths.register}?${back}`}
              className={buttonStyle({ variant: 'secondary', size: 'lg' })}
            >
              {t('invitation.register')}
            </Link>
          </>
        ) : (
          <>
            <Button
              variant="primary"
              size="lg"
              disabled={accept.isPending}
              onClick={() => accept.mutate()}
            >
              {accept.isPending ? t('invitation.accepting') : t('invitation.accept')}
            </Button>
            <p className="text-center text-ink-faint text-sm">
              {t('invitation.as', { nickname: user.nickname })}
            </p>
          </>
        )}
      </div>
    </>
  );
}
