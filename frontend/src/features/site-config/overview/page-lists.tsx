import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isFoundByVisitors } from '../../../api/sites';
import { addressOf, may } from '../../../api/team-rights';
import type { SiteViews } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { formatCount, formatPercent } from '../../../lib/numbers';
import { useSite } from '../site/site-context';

/** The pages that were looked at most. */
export function TopPages({ views }: { views: SiteViews }) {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  return (
    <List title={t('views.pages')} hint={t('views.pagesHint')}>
      {views.pages.length === 0 ? (
        <p className="mt-3 text-base text-ink-soft">{t('views.noPages')}</p>
      ) : (
        <ol className="mt-2 divide-y divide-line">
          {views.pages.map((page) => (
            <li key={page.path} className="flex justify-between gap-4 py-2 text-base text-ink">
              <PageName {...page} />
              <span className="text-ink-soft tabular-nums">{formatCount(locale, page.nViews)}</span>
            </li>
          ))}
        </ol>
      )}
    </List>
  );
}

/** The walls that were shown most, and how many of their readers went on. */
export function Walls({ views }: { views: SiteViews }) {
  const { t, i18n } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const locale = localeOf(i18n);
  const count = (n: number) => formatCount(locale, n);
  return (
    <List title={t('views.walls')} hint={t('views.wallsHint')}>
      {views.walls.length === 0 ? (
        <p className="mt-3 text-base text-ink-soft">
          {t('views.noWalls')}{' '}
          {may(team, 'readSettings') && (
            <Link
              to={sitePath(addressOf(team), site.id, 'access')}
              className="text-accent-text hover:underline"
            >
              {t('views.toAccess')}
            </Link>
          )}
        </p>
      ) : (
        <ol className="mt-2 divide-y divide-line">
          {views.walls.map(({ path, title, nShown, nLogins, nJoined }) => {
            const rate = (n: number) => formatPercent(locale, (n / nShown) * 100, 1);
            return (
              <li key={path} className="py-2">
                <p className="text-base text-ink">
                  <PageName path={path} title={title} />
                </p>
                <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-soft text-sm tabular-nums">
                  <span>{t('views.shown', { n: count(nShown) })}</span>
                  <span>{t('views.loggedIn', { n: count(nLogins), rate: rate(nLogins) })}</span>
                  <span>{t('views.joined', { n: count(nJoined), rate: rate(nJoined) })}</span>
                </p>
              </li>
            );
          })}
        </ol>
      )}
    </List>
  );
}

function List({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="font-medium text-base text-ink">{title}</h3>
      <p className="mt-1 text-ink-faint text-xs">{hint}</p>
      {children}
    </section>
  );
}

/** Pages of every site that are no documents. */
const OWN_PAGES = { '': 'otherPages', '/': 'homepage', '/docs': 'index' } as const;

/** What a page is called; it leads there when visitors find something at its address. */
function PageName({ path, title }: { path: string; title: string }) {
  const { t } = useTranslation('siteConfig');
  const { site } = useSite();
  const own = OWN_PAGES[path as keyof typeof OWN_PAGES];
  const name = title || (own ? t(`views.${own}`) : path);
  const isThere = path !== '' && (title !== '' || own !== undefined) && isFoundByVisitors(site);
  if (!isThere) return <span className="min-w-0 break-words [overflow-wrap:anywhere]">{name}</span>;
  return (
    <a
      href={site.url.replace(/\/$/, '') + encodeURI(path)}
      target="_blank"
      rel="noreferrer"
      className="min-w-0 [overflow-wrap:anywhere] hover:underline"
    >
      {name}
    </a>
  );
}
