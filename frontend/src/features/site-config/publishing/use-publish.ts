import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { publishSite, removeSchedule, setSchedule } from '../../../api/releases';
import { getSite, updateSite } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { sitePath } from '../../../config/paths';
import { errorText } from '../../../i18n/error-text';
import { newId } from '../../../lib/new-id';
import { toast } from '../../../ui/toast';
import { screenOfTab } from '../draft/tabs';
import { useSite } from '../site/site-context';
import { useInvalidateSite } from '../site/use-site-query';
import { useSiteClock } from './use-site-clock';

/** Publishing, and planning it. What is not saved yet is saved before. */
export function usePublish(onDone: () => void) {
  const { t } = useTranslation('siteConfig');
  const clock = useSiteClock();
  const { team, site, drafts } = useSite();
  const invalidateSite = useInvalidateSite();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // One key for one intention: a second try after a lost answer makes no second release.
  const key = useRef(newId());
  const teamId = addressOf(team);
  const save = async () => {
    const tab = await drafts.saveAll();
    if (tab === null) return;
    void navigate(sitePath(teamId, site.id, screenOfTab(tab)));
    throw drafts.failureOf(tab) ?? new Error(t('save.fix'));
  };
  const run = async (work: () => Promise<string>, isSavedFirst = true) => {
    setIsBusy(true);
    setFailure(null);
    try {
      if (isSavedFirst) await save();
      toast.success(await work());
      onDone();
    } catch (error) {
      setFailure(errorText(t, error));
    } finally {
      setIsBusy(false);
      await invalidateSite();
    }
  };
  return {
    isBusy,
    failure,
    /** `isOpening`: the site is opened to strangers too. */
    publish: (note: string, isOpening: boolean) =>
      run(async () => {
        const { number } = await publishSite(teamId, site.id, note, key.current);
        if (!isOpening) return t('publish.done', { number });
        await updateSite(teamId, await getSite(teamId, site.id), { status: 'published' });
        return t('publish.doneOpen', { number });
      }),
    /** `field`: the clock of the site, as a field of the browser gives it. */
    plan: (note: string, field: string) =>
      run(async () => {
        const moment = clock.momentOf(field);
        await setSchedule(teamId, site.id, moment, note);
        return t('publish.planned', { time: clock.text(moment) });
      }),
    unplan: () =>
      run(async () => {
        await removeSchedule(teamId, site.id);
        return t('publish.unplanned');
      }, false),
  };
}
