import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isOpen, may } from '../../../api/team-rights';
import { sectionPath, type SalesTab as Tab } from '../../../config/paths';
import { PageHead } from '../../../ui/panel';
import { EmptyState } from '../../../ui/states/empty-state';
import { SALES_ACTIONS } from '../site/nav-tabs';
import { useSite } from '../site/site-context';

interface SalesTabProps {
  tab: Tab;
  /** Stands beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A tab of members and money: the role is asked first. Without the plan what is there is read and looked after. Source: specification §6. */
export function SalesTab({ tab, action, children }: SalesTabProps) {
  const { t } = useTranslation('sales');
  const { team, site } = useSite();
  const isInPlan = team.features.includes('membershipPayments');
  const isAllowed = may(team, SALES_ACTIONS[tab]);
  return (
    <div className="flex max-w-[1040px] flex-col">
      <PageHead
        title={t(`${tab}.title`)}
        lead={t(`${tab}.lead`)}
        action={isAllowed ? action : undefined}
      />
      {!isInPlan && (
        <p
          role="status"
          className="mb-5 rounded-xl border border-line bg-surface px-4 py-3 text-base text-ink"
        >
          <span>{t(isOpen(site.status) ? 'gate.plan' : 'gate.trial')}</span>{' '}
          <Link to={sectionPath('pricing')} className="text-accent-text underline">
            {t('gate.plans')}
          </Link>
        </p>
      )}
      {isAllowed ? (
        children
      ) : (
        <EmptyState icon={Lock} title={t('gate.role')} text={t('gate.roleText')} />
      )}
    </div>
  );
}
