import { Lock, Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../api/team-rights';
import { sectionPath, type SalesTab as Tab } from '../../../config/paths';
import { buttonStyle } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { PageHead } from '../../../ui/panel';
import { SALES_ACTIONS } from '../site/nav-tabs';
import { useSite } from '../site/site-context';

interface SalesTabProps {
  tab: Tab;
  /** Stands beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A tab of members and money: the plan and the role are asked first. Source: specification §6. */
export function SalesTab({ tab, action, children }: SalesTabProps) {
  const { t } = useTranslation(['sales', 'errors']);
  const { team } = useSite();
  const isInPlan = team.features.includes('membershipPayments');
  const isAllowed = may(team, SALES_ACTIONS[tab]);
  return (
    <div className="flex max-w-[1120px] flex-col">
      <PageHead
        title={t(`${tab}.title`)}
        lead={t(`${tab}.lead`)}
        action={isInPlan && isAllowed ? action : undefined}
      />
      {!isInPlan ? (
        <EmptyState
          icon={Tags}
          title={t('errors:plan.notAvailable')}
          text={t('gate.plan')}
          action={
            <Link
              to={sectionPath('pricing')}
              className={buttonStyle({ variant: 'primary', size: 'lg' })}
            >
              {t('gate.plans')}
            </Link>
          }
        />
      ) : isAllowed ? (
        children
      ) : (
        <EmptyState icon={Lock} title={t('gate.role')} text={t('gate.roleText')} />
      )}
    </div>
  );
}
