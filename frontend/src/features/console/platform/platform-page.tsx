import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useParams } from 'react-router';
import { getAdminOverview } from '../../../api/admin';
import { paths } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { classNames } from '../../../lib/class-names';
import { formatCount } from '../../../lib/numbers';
import { session } from '../../../storage/session';
import { Figure, Figures } from '../../../ui/figures';
import { usePageMeta } from '../../../ui/hooks/use-page-meta';
import { useStore } from '../../../ui/hooks/use-store';
import { PageHead } from '../../../ui/panel';
import { LoadState } from '../../../ui/states/load-state';
import { AuditTab } from './audit-tab';
import { JobsTab } from './jobs-tab';
import { MailsTab } from './mails-tab';
import { TeamsTab } from './teams-tab';
import { UsersTab } from './users-tab';

const TABS = {
  overview: OverviewTab,
  users: UsersTab,
  teams: TeamsTab,
  audit: AuditTab,
  mails: MailsTab,
  jobs: JobsTab,
} as const;
type Tab = keyof typeof TABS;

function hrefOf(tab: string): string {
  return tab === 'overview' ? paths.platform : `${paths.platform}/${tab}`;
}

/** Administration of the platform; the server refuses everyone but administrators. */
export function PlatformPage() {
  const { t } = useTranslation(['console', 'app']);
  const { user } = useStore(session);
  const { tab = 'overview' } = useParams();
  const tabs = useRef<HTMLElement>(null);
  const shown = tab in TABS ? (tab as Tab) : 'overview';
  usePageMeta({
    title: [t(`platform.${shown}`), t('platform.title'), t('app:name')].join(' · '),
  });
  useEffect(() => {
    // On a phone the last tabs stand out of sight.
    const link = tabs.current?.querySelector(`[href$="${hrefOf(tab)}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  if (user?.roles.includes('admin') !== true) {
    return (
      <div role="alert">
        <PageHead title={t('platform.denied')} lead={t('platform.deniedText')} />
      </div>
    );
  }
  const Content = TABS[shown];
  return (
    <>
      <PageHead title={t('platform.title')} />
      <nav
        ref={tabs}
        aria-label={t('platform.tabs')}
        className="scroll-thin mb-6 overflow-x-auto border-line border-b"
      >
        <ul className="flex gap-5">
          {(Object.keys(TABS) as Tab[]).map((name) => (
            <li key={name} className="shrink-0">
              <NavLink
                end
                to={hrefOf(name)}
                className={({ isActive }) =>
                  classNames(
                    'flex h-10 items-center text-base text-ink-soft hover:text-ink',
                    isActive && 'font-medium text-ink shadow-[inset_0_-2px_var(--accent-text)]',
                  )
                }
              >
                {t(`platform.${name}`)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Content />
    </>
  );
}

const FIGURES = [
  'nUsers',
  'nActiveUsers',
  'nTeams',
  'nPaidTeams',
  'nWaitingMails',
  'nDeadMails',
  'nDeadJobs',
] as const;

function OverviewTab() {
  const { t, i18n } = useTranslation('console');
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: getAdminOverview,
  });
  if (data === undefined) return <LoadState error={error} onRetry={() => void refetch()} />;
  return (
    <Figures>
      {FIGURES.map((name) => (
        <Figure
          key={name}
          label={t(`platform.${name}`)}
          value={formatCount(localeOf(i18n), data[name])}
        />
      ))}
    </Figures>
  );
}
