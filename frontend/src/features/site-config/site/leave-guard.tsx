import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addressOf } from '../../../api/team-rights';
import { sitePath } from '../../../config/paths';
import { DRAFT_TABS } from '../../../config/site-tabs';
import { addLeaveGuard } from '../../../lib/browser/leave-guards';
import { addNavigationGuard, type HeldNavigation } from '../../../lib/browser/navigation-guards';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { useStore } from '../../../ui/hooks/use-store';
import { useSite } from './site-context';

/** Asks before changes are left behind that are not saved: by a link, by the browser's buttons, by closing the window. */
export function LeaveGuard() {
  const { t, i18n } = useTranslation(['siteConfig', 'app']);
  const { team, site, drafts } = useSite();
  const { unsaved } = useStore(drafts);
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const inside = sitePath(addressOf(team), site.id, '');
  const [held, setHeld] = useState<HeldNavigation | null>(null);
  const answer = (how: keyof HeldNavigation) => {
    setHeld(null);
    held?.[how]();
  };
  useEffect(
    () =>
      addNavigationGuard({
        stops: ({ pathname }) => drafts.get().unsaved.length > 0 && !pathname.startsWith(inside),
        ask: setHeld,
      }),
    [drafts, inside],
  );
  useEffect(() => addLeaveGuard(async () => drafts.get().unsaved.length === 0), [drafts]);
  useEffect(() => {
    if (unsaved.length === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  const saveAndLeave = async () => {
    setIsBusy(true);
    const failed = await drafts.saveAll();
    setIsBusy(false);
    if (failed === null) {
      answer('proceed');
      return;
    }
    // The tab that could not be saved shows what is wrong.
    answer('stay');
    await navigate(sitePath(addressOf(team), site.id, DRAFT_TABS[failed].screen));
  };
  const names = new Intl.ListFormat(i18n.language).format(
    unsaved.map((tab) => t(`nav.${DRAFT_TABS[tab].screen}`)),
  );
  return (
    <Dialog
      isOpen={held !== null}
      onOpenChange={(isOpen) => !isOpen && answer('stay')}
      title={t('leave.title')}
      description={t('leave.text', { names })}
      actions={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              drafts.discardAll();
              answer('proceed');
            }}
          >
            {t('leave.discard')}
          </Button>
          <Button variant="secondary" onClick={() => answer('stay')}>
            {t('leave.stay')}
          </Button>
          <Button variant="primary" disabled={isBusy} onClick={() => void saveAndLeave()}>
            {t('leave.save')}
          </Button>
        </>
      }
    />
  );
}
