import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isFoundByVisitors } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { PUBLISH_PARAMETER, SITE_TABS, teamPath } from '../../../config/paths';
import { draftOf } from '../../../config/site-tabs';
import { buttonStyle } from '../../../ui/buttons/button';
import { useStore } from '../../../ui/hooks/use-store';
import { SiteLink } from '../../../ui/site-link';
import { StatusChip } from '../../../ui/states/site-status';
import { barOverToasts } from '../../../ui/states/toast-place';
import type { AnyDraft } from '../draft/use-draft';
import { PublishButton } from '../publishing/publish-button';
import { PublishDialog } from '../publishing/publish-dialog';
import { SaveControls } from './save-controls';
import { useSite } from './site-context';

/** The bar over the tabs of a site: its name and state, saving, and publishing. */
export function SiteBar() {
  const { t } = useTranslation('siteConfig');
  const { team, site, mayEdit } = useSite();
  const draft = useOpenDraft();
  return (
    <section
      ref={barOverToasts}
      aria-label={t('bar.label')}
      className="sticky top-[calc(56px+var(--inset-top))] z-20 border-line border-b bg-surface"
    >
      <div className="mx-auto flex min-h-14 max-w-[1680px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 md:px-6">
        <div className="flex min-w-0 grow items-center gap-2.5">
          <Link
            to={teamPath(addressOf(team), 'sites')}
            className="shrink-0 text-base text-ink-soft hover:text-ink hover:underline"
          >
            {t('bar.sites')}
          </Link>
          <span aria-hidden className="text-ink-faint">
            /
          </span>
          <p translate="no" className="min-w-0 truncate font-medium text-base text-ink">
            {site.name}
          </p>
          <StatusChip status={site.status} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {draft !== null && mayEdit && <SaveControls draft={draft} />}
          {isFoundByVisitors(site) && (
            <SiteLink url={site.url} className={buttonStyle({ variant: 'ghost' })}>
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              <span className="max-sm:sr-only">{t('bar.visit')}</span>
            </SiteLink>
          )}
          {mayEdit && <PublishButton />}
          {mayEdit && <AskedPublishing />}
        </div>
      </div>
    </section>
  );
}

/** Publishing one document, which the editor leads to. */
function AskedPublishing() {
  const [parameters, setParameters] = useSearchParams();
  const documentId = parameters.get(PUBLISH_PARAMETER);
  if (documentId === null) return null;
  const close = () =>
    setParameters(
      (now) => {
        now.delete(PUBLISH_PARAMETER);
        return now;
      },
      { replace: true },
    );
  return <PublishDialog documentId={documentId} onClose={close} />;
}

/** The draft of the tab in the address. */
function useOpenDraft(): AnyDraft | null {
  const { drafts } = useSite();
  const { pathname } = useLocation();
  const open = useStore(drafts).drafts;
  const tab = SITE_TABS.find((name) => pathname.endsWith(`/${name}`));
  const draft = tab && draftOf(tab);
  return (draft && open[draft]) ?? null;
}
