import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isFoundByVisitors } from '../../../api/sites';
import { addressOf, may } from '../../../api/team-rights';
import type { ListedSite } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { distanceText } from '../../../i18n/distance';
import { formatDay } from '../../../lib/time/dates';
import { currentTime } from '../../../lib/time/server-clock';
import { SiteLink } from '../../../ui/site-link';
import { StatusChip } from '../../../ui/states/site-status';
import { useCurrentTeam } from '../team/team-context';
import { SiteMenu, type SiteRights } from './site-menu';

/** A site: what it is called, where it is, how it stands. */
export function SiteCard({ site, ...rights }: { site: ListedSite } & SiteRights) {
  const { t, i18n } = useTranslation(['console', 'siteConfig']);
  const team = useCurrentTeam();
  const locale = localeOf(i18n);
  const live = site.liveRelease;
  const address = site.url.replace(/^https?:\/\//, '');
  const count = (number: number) => new Intl.NumberFormat(locale).format(number);
  return (
    <li className="flex flex-col rounded-xl border border-line bg-surface p-5">
      <div className="flex items-start gap-3">
        <SiteIcon key={site.icon} name={site.name} icon={site.icon} />
        <div className="min-w-0 grow">
          <h2
            translate="no"
            title={site.name}
            className="line-clamp-2 break-words font-medium text-ink text-lg leading-6"
          >
            {site.purgesAt ? (
              site.name
            ) : (
              <Link to={sitePath(addressOf(team), site.id)} className="hover:underline">
                {site.name}
              </Link>
            )}
          </h2>
          {isFoundByVisitors(site) ? (
            <SiteLink
              url={site.url}
              className="inline-flex max-w-full items-center gap-1 text-ink-soft text-sm hover:text-accent-text hover:underline"
            >
              <span className="min-w-0 truncate">{address}</span>
              <ExternalLink size={12} className="shrink-0" aria-hidden />
            </SiteLink>
          ) : (
            <p className="truncate text-ink-faint text-sm">{address}</p>
          )}
        </div>
        <SiteMenu site={site} {...rights} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-faint text-xs">
        <StatusChip status={site.status} />
        <span>
          {site.purgesAt
            ? t('sites.purges', { date: formatDay(locale, site.purgesAt) })
            : live
              ? t('sites.published', {
                  time: distanceText(i18n, live.createdAt, currentTime()),
                })
              : t('sites.neverPublished')}
        </span>
      </div>
      <dl className="mt-4 grid grow grid-cols-2 content-start gap-3 border-line border-t pt-4">
        <Fact label={t('siteConfig:overview.viewsToday')} value={count(site.nViewsToday)} />
        <Fact label={t('siteConfig:overview.views')} value={count(site.nViews)} />
        <Fact label={t('sites.pages')} value={live ? count(live.nDocuments) : '—'} />
        <Fact label={t('sites.base')} value={site.knowledgeBase?.title ?? t('sites.noBase')} />
      </dl>
      {may(team, 'manageOrders') && !site.purgesAt && (
        <ul className="mt-4 flex gap-4 border-line border-t pt-3 text-sm">
          {(['members', 'orders'] as const).map((tab) => (
            <li key={tab}>
              <Link
                to={sitePath(addressOf(team), site.id, tab)}
                aria-label={t('sites.shortcut', {
                  name: site.name,
                  tab: t(`siteConfig:nav.${tab}`),
                })}
                className="inline-flex min-h-6 items-center text-accent-text hover:underline"
              >
                {t(`siteConfig:nav.${tab}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The icon that browsers show for the site, or the first letter of its name. */
function SiteIcon({ name, icon }: { name: string; icon: string | null | undefined }) {
  const [isLost, setIsLost] = useState(false);
  return icon && !isLost ? (
    <img
      src={icon}
      alt=""
      width={40}
      height={40}
      className="size-10 shrink-0 rounded-lg object-contain"
      onError={() => setIsLost(true)}
    />
  ) : (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft font-semibold font-serif text-accent-text text-lg"
    >
      {[...name][0]}
    </span>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="truncate text-ink text-sm tabular-nums" title={value}>
        {value}
      </dd>
    </div>
  );
}
