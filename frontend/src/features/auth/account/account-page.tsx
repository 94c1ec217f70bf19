import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../i18n';
import { formatDay } from '../../../lib/time/dates';
import { session } from '../../../storage/session';
import { usePageMeta } from '../../../ui/hooks/use-page-meta';
import { useStore } from '../../../ui/hooks/use-store';
import { PageHead } from '../../../ui/panel';
import { minimumsOf, WithConfig } from '../with-config';
import { DataPanel, DeletionPanel } from './data-panels';
import { DevicesPanel } from './devices-panel';
import { IdentifiersPanel } from './identifiers-panel';
import { PasswordPanel } from './password-panel';
import { ProfilePanel } from './profile-panel';

/** Settings of the authenticated user's account. */
export function AccountPage() {
  const { t, i18n } = useTranslation(['auth', 'app']);
  const { user } = useStore(session);
  usePageMeta({ title: `${t('account.title')} · ${t('app:name')}` });
  if (user === null) return null;
  const since = t('account.since', { date: formatDay(localeOf(i18n), user.createdAt) });
  return (
    <>
      <PageHead title={t('account.title')} lead={since} />
      <WithConfig>
        {(config) => (
          <div className="flex flex-col gap-5">
            <ProfilePanel user={user} minimums={minimumsOf(config)} />
            <IdentifiersPanel user={user} config={config} />
            <PasswordPanel minimums={minimumsOf(config)} />
            <DevicesPanel />
            <DataPanel />
            <DeletionPanel user={user} />
          </div>
        )}
      </WithConfig>
    </>
  );
}
