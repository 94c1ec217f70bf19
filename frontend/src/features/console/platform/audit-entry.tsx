import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntry } from '../../../api/types';
import { platformPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { detailLines } from './audit-details';

/** Name of an action. */
export function actionName(t: TFunction<'console'>, action: AuditEntry['action']): string {
  return action ? t(`audit.actions.${action}`) : t('audit.unknown');
}

/** An action with its details. */
export function EntryAction({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('console');
  return (
    <>
      <span>{actionName(t, entry.action)}</span>
      {detailLines(t, localeOf(i18n), entry).map((line) => (
        <span
          key={line}
          className="block break-words font-normal text-ink-soft text-sm [overflow-wrap:anywhere]"
        >
          {line}
        </span>
      ))}
    </>
  );
}

/** The actor of an entry. */
export function EntryActor({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('console');
  if (!entry.actorId) return <>{t('audit.system')}</>;
  return <UserLink id={entry.actorId} nickname={entry.actorNickname} />;
}

/** The account and the space of an entry, without the actor. */
export function entrySubject(entry: AuditEntry) {
  const { userId, teamId, actorId, spaceOwnerNickname } = entry;
  const hasUser = userId && userId !== actorId;
  if (!hasUser && !teamId) return null;
  return (
    <>
      {hasUser && (
        <span className="block">
          <UserLink id={userId} nickname={entry.userNickname} />
        </span>
      )}
      {teamId && (
        <span className="block">
          <TeamLink id={teamId} name={entry.teamName} ownerNickname={spaceOwnerNickname} />
        </span>
      )}
    </>
  );
}

function UserLink({ id, nickname }: { id: string; nickname?: string | null | undefined }) {
  const { t } = useTranslation('console');
  return <RowLink to={platformPath('users', id)} name={nickname} gone={t('audit.userGone')} />;
}

interface TeamLinkProps {
  id: string;
  name?: string | null | undefined;
  /** Of a personal space. */
  ownerNickname?: string | null | undefined;
}

function TeamLink({ id, name, ownerNickname }: TeamLinkProps) {
  const { t } = useTranslation('console');
  const shown = ownerNickname ? t('team.personal', { nickname: ownerNickname }) : name;
  return <RowLink to={platformPath('teams', id)} name={shown} gone={t('audit.teamGone')} />;
}

interface RowLinkProps {
  to: string;
  name?: string | null | undefined;
  /** Shown when it does not exist any more. */
  gone: string;
}

function RowLink({ to, name, gone }: RowLinkProps) {
  if (!name) return <span className="text-ink-faint">{gone}</span>;
  return (
    <Link
      to={to}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {name}
    </Link>
  );
}
