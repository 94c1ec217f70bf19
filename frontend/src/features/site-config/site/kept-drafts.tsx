import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DRAFT_TABS, type DraftTab } from '../../../config/site-tabs';
import { addWorkKeeper, type KeptWork } from '../../../lib/browser/unsaved-work';
import {
  forgetSiteDrafts,
  keepSiteDrafts,
  readSiteDrafts,
} from '../../../storage/kept-site-drafts';
import { session } from '../../../storage/session';
import { Button } from '../../../ui/buttons/button';
import type { SiteDrafts } from '../draft/site-drafts';
import { useSite } from './site-context';

/**
 * Keeps what is not saved of a site when the session ends, by whomever, when the page is left, and when something on it
 * fails. Returns the way to stop.
 */
function keepAtEnd(siteId: string, drafts: SiteDrafts): () => void {
  const accountId = session.get().user?.id;
  if (accountId === undefined) return () => undefined;
  let hasKept = false;
  const keep = (): KeptWork => {
    const written = drafts.toKeep();
    if (written === null) {
      // What was kept here is saved by now, or its author wants it no more.
      if (hasKept) forgetSiteDrafts(accountId, siteId);
      hasKept = false;
      return 'nothing';
    }
    const kept = { ...readSiteDrafts(accountId, siteId), ...written };
    if (!keepSiteDrafts(accountId, siteId, kept)) return 'lost';
    hasKept = true;
    return 'kept';
  };
  const stopListening = session.subscribe(() => {
    const { token, user } = session.get();
    if (token !== null && user?.id === accountId) return;
    // Whoever logs in next begins with nothing.
    if (keep() !== 'nothing') drafts.discardAll();
    hasKept = false;
  });
  const stopKeeper = addWorkKeeper(keep);
  window.addEventListener('pagehide', keep);
  return () => {
    stopListening();
    stopKeeper();
    window.removeEventListener('pagehide', keep);
    keep();
  };
}

/** Offers an account what it had not saved of the site when it left, or when its session ended. */
export function KeptDrafts() {
  const { t, i18n } = useTranslation('siteConfig');
  const { site, drafts, mayEdit } = useSite();
  const accountId = session.get().user?.id ?? '';
  const [kept, setKept] = useState(() => readSiteDrafts(accountId, site.id));
  useEffect(() => keepAtEnd(site.id, drafts), [site.id, drafts]);
  if (kept === null || !mayEdit) return null;
  const tabs = Object.keys(kept).filter((tab): tab is DraftTab => Object.hasOwn(DRAFT_TABS, tab));
  const answer = (isRestored: boolean) => {
    if (isRestored) drafts.restore(kept);
    forgetSiteDrafts(accountId, site.id);
    setKept(null);
  };
  const names = new Intl.ListFormat(i18n.language).format(
    tabs.map((tab) => t(`nav.${DRAFT_TABS[tab].screen}`)),
  );
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-base text-ink"
    >
      <span>{t('kept.text', { names })}</span>
      <span className="flex gap-2">
        <Button variant="secondary" onClick={() => answer(false)}>
          {t('kept.discard')}
        </Button>
        <Button variant="primary" onClick={() => answer(true)}>
          {t('kept.restore')}
        </Button>
      </span>
    </div>
  );
}
