import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { updateSite } from '../../../api/sites';
import { addressOf, may, nextStatusesInPlan } from '../../../api/team-rights';
import type { SiteStatus } from '../../../api/types';
import { type SiteTab, sitePath } from '../../../config/paths';
import { Panel } from '../../../ui/panel';
import { StatusMenu } from '../../../ui/states/site-status';
import { toast } from '../../../ui/states/toast';
import { PublishButton } from '../publishing/publish-button';
import { useSite } from '../site/site-context';
import { useInvalidateSite } from '../site/use-site-query';

const PLACES = ['homepage', 'access', 'membership', 'appearance'] as const satisfies SiteTab[];

/** What is done most: publishing, another state, and the tabs that are opened most. */
export function QuickActions() {
  const { t } = useTranslation('siteConfig');
  const { team, site, mayEdit } = useSite();
  const invalidateSite = useInvalidateSite();
  const changeStatus = async (status: SiteStatus) => {
    await invalidateSite(await updateSite(addressOf(team), site, { status }));
    toast.success(t(`status.now.${status}`, { name: site.name }));
  };
  // Who changes nothing finds nothing to do here.
  if (!may(team, 'publishSites')) return null;
  return (
    <Panel title={t('quick.title')}>
      {/* A site is taken off or out of the archive also without the plan. Source: docs/sites.md, When a plan ends. */}
      {!site.purgesAt && (
        <div className="mb-4 flex flex-wrap gap-2">
          {mayEdit && <PublishButton isWordy />}
          <StatusMenu
            site={{ ...site, nextStatuses: nextStatusesInPlan(team, site) }}
            onChange={changeStatus}
          />
        </div>
      )}
      <ul className="divide-y divide-line">
        {PLACES.map((tab) => (
          <li key={tab}>
            <Link
              to={sitePath(addressOf(team), site.id, tab)}
              className="group flex items-center justify-between py-2.5 text-base text-ink hover:text-accent-text"
            >
              <span>{t(`quick.${tab}`)}</span>
              <ArrowRight size={16} strokeWidth={1.75} className="text-ink-faint" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
