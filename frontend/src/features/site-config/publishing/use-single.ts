import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publishSite, removeDocumentSchedule, setDocumentSchedule } from '../../../api/releases';
import { addressOf } from '../../../api/team-rights';
import { errorText } from '../../../i18n/error-text';
import { newId } from '../../../lib/new-id';
import { toast } from '../../../ui/states/toast';
import { useSite } from '../site/site-context';
import { useInvalidateSite } from '../site/use-site-query';
import { useSiteClock } from './use-site-clock';

/** Publishing one document, now or at a moment. */
export function useSingle(documentId: string, onDone: () => void = () => undefined) {
  const { t } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const clock = useSiteClock();
  const invalidateSite = useInvalidateSite();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // One key for one intention: a second try after a lost answer makes no second release.
  const key = useRef(newId());
  const teamId = addressOf(team);
  const run = async (work: () => Promise<string>) => {
    setIsBusy(true);
    setFailure(null);
    try {
      toast.success(await work());
      key.current = newId();
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
    publish: () =>
      run(async () => {
        const { number } = await publishSite(teamId, site.id, '', key.current, documentId);
        return t('publish.done', { number });
      }),
    /** `field`: the clock of the site, as a field of the browser gives it. */
    plan: (field: string) =>
      run(async () => {
        const moment = clock.momentOf(field);
        await setDocumentSchedule(teamId, site.id, documentId, moment);
        return t('publish.planned', { time: clock.text(moment) });
      }),
    unplan: () =>
      run(async () => {
        await removeDocumentSchedule(teamId, site.id, documentId);
        return t('publish.unplanned');
      }),
  };
}
