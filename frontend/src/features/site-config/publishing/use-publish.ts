import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { publishSite, removeSchedule, setSchedule } from '../../../api/releases';
import { getSite, updateSite } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { sitePath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { formatMoment } from '../../../lib/dates';
import { newId } from '../../../lib/new-id';
import { currentTime } from '../../../lib/server-clock';
import { toast } from '../../../ui/toast';
import { screenOfTab } from '../draft/tabs';
import { useSite } from '../site/site-context';
import { useInvalidateSite } from '../site/use-site-query';

/** Publishing, and planning it. What is not saved yet is saved before. */
export function usePublish(onDone: () => void) {
  const { t, i18n } = useTranslation('siteConfig');
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
    /** `moment`: as a field of the browser gives it. */
    plan: (note: string, moment: string) =>
      run(async () => {
        const time = new Date(moment);
        if (Number.isNaN(time.getTime())) throw new Error(t('publish.noTime'));
        if (time.getTime() <= currentTime()) throw new Error(t('publish.pastTime'));
        await setSchedule(teamId, site.id, time.toISOString(), note);
        return t('publish.planned', { time: formatMoment(localeOf(i18n), time.toISOString()) });
      }),
    unplan: () =>
      run(async () => {
        await removeSchedule(teamId, site.id);
        return t('publish.unplanned');
      }, false),
  };
}
