import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addressOf } from '../../../api/team-rights';
import type { Site } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { formatDay, formatDistance } from '../../../lib/dates';
import { StatusChip } from '../../../ui/site-status';
import { useCurrentTeam } from '../team/team-context';
import { SiteMenu, type SiteRights } from './site-menu';

/** A site: what it is called, where it is, how it stands. */
export function SiteCard({ site, ...rights }: { site: Site } & SiteRights) {
  const { t, i18n } = useTranslation('console');
  const team = useCurrentTeam();
  const locale = localeOf(i18n);
  const live = site.liveRelease;
  return (
    <li className="flex flex-col rounded-xl border border-line bg-surface p-5">
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft font-semibold font-serif text-accent-text text-lg"
        >
          {[...site.name][0]}
        </span>
        <div className="min-w-0 grow">
          <h2 className="break-words font-medium text-ink text-lg leading-6">
            {site.purgesAt ? (
              site.name
            ) : (
              <Link to={sitePath(addressOf(team), site.id)} className="hover:underline">
                {site.name}
              </Link>
            )}
          </h2>
          <a
            href={site.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex max-w-full items-center gap-1 text-ink-soft text-sm hover:text-accent-text hover:underline"
          >
            <span className="min-w-0 truncate">{site.url.replace(/^https?:\/\//, '')}</span>
            <ExternalLink size={12} className="shrink-0" aria-hidden />
          </a>
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
                  time: formatDistance(locale, live.createdAt, Date.now()),
                })
              : t('sites.neverPublished')}
        </span>
      </div>
      <dl className="mt-4 grid grid-cols-3 gap-3 border-line border-t pt-4">
        <Fact label={t('sites.views')} value={new Intl.NumberFormat(locale).format(site.nViews)} />
        <Fact label={t('sites.pages')} value={live ? String(live.nDocuments) : '—'} />
        <Fact label={t('sites.base')} value={site.knowledgeBase?.title ?? t('sites.noBase')} />
      </dl>
    </li>
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
