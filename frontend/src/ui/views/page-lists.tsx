import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../i18n';
import { formatCount, formatPercent } from '../../lib/numbers';
import { SiteLink } from '../site-link';
import type { ShownViews, ViewedSites } from './shown-views';

interface ListProps<K extends keyof ShownViews> {
  views: Pick<ShownViews, K>;
  sites: ViewedSites;
}

interface WallsProps extends ListProps<'walls'> {
  /** Leads to where walls are decided on. */
  toAccess?: ReactNode;
}

/** The pages that were looked at most. */
export function TopPages({ views, sites }: ListProps<'pages'>) {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  return (
    <List title={t('views.pages')} hint={t('views.pagesHint')}>
      {views.pages.length === 0 ? (
        <p className="mt-3 text-base text-ink-soft">{t('views.noPages')}</p>
      ) : (
        <ol className="mt-2 divide-y divide-line">
          {views.pages.map((page) => (
            <li
              key={page.siteId + page.path}
              className="flex justify-between gap-4 py-2 text-base text-ink"
            >
              <PageName {...page} sites={sites} />
              <span className="text-ink-soft tabular-nums">{formatCount(locale, page.nViews)}</span>
            </li>
          ))}
        </ol>
      )}
    </List>
  );
}

/** The walls that were shown most, and how many of their readers went on. */
export function Walls({ views, sites, toAccess }: WallsProps) {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  const count = (n: number) => formatCount(locale, n);
  return (
    <List title={t('views.walls')} hint={t('views.wallsHint')}>
      {views.walls.length === 0 ? (
        <p className="mt-3 text-base text-ink-soft">
          <span>{t('views.noWalls')}</span> {toAccess}
        </p>
      ) : (
        <ol className="mt-2 divide-y divide-line">
          {views.walls.map(({ siteId, path, title, nShown, nLogins, nJoined }) => {
            // More readers can join than saw a wall: with a code that they had, or on another day.
            const rate = (n: number) => formatPercent(locale, Math.min(n / nShown, 1) * 100, 1);
            return (
              <li key={siteId + path} className="py-2">
                <p className="text-base text-ink">
                  <PageName siteId={siteId} path={path} title={title} sites={sites} />
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

interface PageNameProps {
  siteId: string;
  path: string;
  title: string;
  sites: ViewedSites;
}

/**
 * What a page is called, and its site where there are several; it leads there when visitors find something at its
 * address.
 */
function PageName({ siteId, path, title, sites }: PageNameProps) {
  const { t } = useTranslation('siteConfig');
  const site = sites.get(siteId);
  const own = OWN_PAGES[path as keyof typeof OWN_PAGES];
  const name = title || (own ? t(`views.${own}`) : path);
  const isThere = path !== '' && (title !== '' || own !== undefined) && site?.isFound;
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {isThere ? (
        <SiteLink url={site.url} path={path} className="hover:underline">
          {name}
        </SiteLink>
      ) : (
        <span>{name}</span>
      )}
      {sites.size > 1 && <span className="block text-ink-faint text-xs">{site?.name}</span>}
    </span>
  );
}
