import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { logout } from '../../api/account';
import { ApiError } from '../../api/api-error';
import { acceptInvitation, lookUpInvitation } from '../../api/teams';
import { PERSONAL_SPACE, paths, teamPath } from '../../config/paths';
import { localeOf } from '../../i18n';
import { errorText } from '../../i18n/error-text';
import { classNames } from '../../lib/class-names';
import { formatDay } from '../../lib/time/dates';
import { closeSession, session } from '../../storage/session';
import { Button, buttonStyle } from '../../ui/buttons/button';
import { usePageMeta } from '../../ui/hooks/use-page-meta';
import { useStore } from '../../ui/hooks/use-store';
import { LoadState } from '../../ui/states/load-state';
import { toast } from '../../ui/states/toast';
import { FormFailure } from './parts';

/** Shows an invitation and accepts it. Opening the link changes nothing, because mail programs open links too. */
export function InvitationPage() {
  const { t, i18n } = useTranslation(['auth', 'app']);
  const location = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { user } = useStore(session);
  const token = location.hash.slice(1);
  usePageMeta({ title: `${t('invitation.title')} · ${t('app:name')}` });
  const { data, error, refetch } = useQuery({
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
  const failure = useMemo(
    () => (accept.error === null ? null : { text: errorText(t, accept.error) }),
    [accept.error, t],
  );
  const isGone = error instanceof ApiError && error.status < 500;
  if (error !== null && !isGone) return <LoadState error={error} onRetry={() => void refetch()} />;
  if (error !== null) return <Gone />;
  if (data === undefined) return <p role="status">{t('invitation.loading')}</p>;
  const isAddressee = user?.email?.toLowerCase() === data.email.toLowerCase();
  return (
    <>
      <Heading>{t('invitation.title')}</Heading>
      <p className="mt-4 text-pretty text-ink text-lg leading-7">
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
        <FormFailure failure={failure} />
        {user !== null && !isAddressee && (
          <SwitchAccount nickname={user.nickname} email={data.email} />
        )}
        {user === null && <LogInFirst email={data.email} />}
        {user !== null && isAddressee && (
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

const Heading = ({ children }: { children: string }) => (
  <h1 className="font-semibold font-serif text-[30px] text-ink leading-[1.3]">{children}</h1>
);

/** The invitation is over, or never was one. */
function Gone() {
  const { t } = useTranslation(['auth', 'app']);
  const { user } = useStore(session);
  return (
    <div role="alert">
      <Heading>{t('invitation.gone')}</Heading>
      <p className="mt-3 text-base text-ink-soft leading-6">{t('invitation.goneText')}</p>
      <Link
        to={user === null ? paths.home : teamPath(PERSONAL_SPACE)}
        className={classNames(buttonStyle({ variant: 'secondary', size: 'lg' }), 'mt-7')}
      >
        {t(user === null ? 'app:notFound.home' : 'invitation.console')}
      </Link>
    </div>
  );
}

/** The query with which the login leads back here. */
function useWayBack(): URLSearchParams {
  const location = useLocation();
  return new URLSearchParams({ redirect: `${location.pathname}${location.hash}` });
}

/** Somebody else is logged in. */
function SwitchAccount({ nickname, email }: { nickname: string; email: string }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const back = useWayBack();
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        onClick={() => {
          // It does not matter here whether the server can end the old session.
          logout().catch(() => undefined);
          closeSession({ loggedOutByUser: true });
          void navigate(`${paths.login}?${back}`, { state: { identifier: email } });
        }}
      >
        {t('invitation.switch')}
      </Button>
      <p className="text-center text-ink-faint text-sm">{t('invitation.wrong', { nickname })}</p>
    </>
  );
}

/** Nobody is logged in. */
function LogInFirst({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const back = useWayBack();
  return (
    <>
      <Link
        to={`${paths.login}?${back}`}
        state={{ identifier: email }}
        className={buttonStyle({ variant: 'primary', size: 'lg' })}
      >
        {t('invitation.login')}
      </Link>
      <Link
        to={`${paths.register}?${back}`}
        state={{ identifier: email }}
        className={buttonStyle({ variant: 'secondary', size: 'lg' })}
      >
        {t('invitation.register')}
      </Link>
    </>
  );
}
