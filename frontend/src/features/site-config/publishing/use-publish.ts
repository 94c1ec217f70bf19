import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { writeDiagram } from '../../../api/knowledge-base-images';
import { listMissingMedia, publishSite, removeSchedule, setSchedule } from '../../../api/releases';
import { getSite, updateSite } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { sitePath } from '../../../config/paths';
import { DRAFT_TABS } from '../../../config/site-tabs';
import type { Diagrams } from '../../../engine/diagrams/diagrams';
import { errorText } from '../../../i18n/error-text';
import { loadPart } from '../../../lib/browser/load-part';
import { newId } from '../../../lib/new-id';
import { toast } from '../../../ui/states/toast';
import { useSite } from '../site/site-context';
import { useInvalidateSite } from '../site/use-site-query';
import { type DrawProgress, drawMissing } from './draw-missing';
import { useSiteClock } from './use-site-clock';

async function newDiagrams(): Promise<Diagrams> {
  const part = await loadPart(() => import('../../../engine/diagrams/diagrams'));
  return new part.Diagrams();
}

/** Most documents that a message names. */
const NAMED_MAX = 5;

/** Publishing, and planning it. What is not saved yet is saved before, and diagrams that are missing are drawn. */
export function usePublish(onDone: () => void) {
  const { t, i18n } = useTranslation('siteConfig');
  const clock = useSiteClock();
  const { team, site, drafts } = useSite();
  const invalidateSite = useInvalidateSite();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [drawing, setDrawing] = useState<DrawProgress | null>(null);
  // One key for one intention: a second try after a lost answer makes no second release.
  const key = useRef(newId());
  const teamId = addressOf(team);
  const save = async () => {
    const tab = await drafts.saveAll();
    if (tab === null) return;
    void navigate(sitePath(teamId, site.id, DRAFT_TABS[tab].screen));
    throw drafts.failureOf(tab) ?? new Error(t('save.fix'));
  };
  /** Draws what is missing; says which documents show a source all the same. */
  const draw = async (): Promise<string | undefined> => {
    const base = site.knowledgeBase;
    if (!base) return undefined;
    // Most sites have no diagram that is missing: the code is fetched for those that have.
    let diagrams: Promise<Diagrams> | undefined;
    const titles = await drawMissing({
      list: () => listMissingMedia(teamId, site.id),
      draw: async (source) => {
        diagrams ??= newDiagrams();
        return (await diagrams).draw(source);
      },
      write: (hash, svg) => writeDiagram(teamId, base.id, hash, svg),
      onProgress: setDrawing,
    });
    setDrawing(null);
    if (titles.length === 0) return undefined;
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'narrow' });
    return t('publish.undrawn', { titles: list.format(titles.slice(0, NAMED_MAX)) });
  };
  const run = async (work: () => Promise<string>, isPublishing = true) => {
    setIsBusy(true);
    setFailure(null);
    try {
      if (isPublishing) await save();
      const description = isPublishing ? await draw() : undefined;
      toast.success(await work(), description === undefined ? {} : { description });
      onDone();
    } catch (error) {
      setFailure(errorText(t, error));
    } finally {
      setIsBusy(false);
      setDrawing(null);
      await invalidateSite();
    }
  };
  return {
    isBusy,
    failure,
    /** How far the drawing of diagrams is, while it goes on. */
    drawing,
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
