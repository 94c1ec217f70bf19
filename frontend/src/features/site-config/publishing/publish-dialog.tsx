import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LIMITS } from '../../../api/generated/site-settings';
import { addressOf, hasSites } from '../../../api/team-rights';
import { sectionPath, sitePath } from '../../../config/paths';
import { Button, buttonStyle } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextArea } from '../../../ui/fields/text-field';
import { useStore } from '../../../ui/hooks/use-store';
import { LoadState } from '../../../ui/states/load-state';
import { useSite } from '../site/site-context';
import { ChangeList } from './change-list';
import type { DrawProgress } from './draw-missing';
import { MissingMediaNotice } from './missing-media-notice';
import { MomentChoice, useMomentChoice } from './moment-choice';
import { usePublish } from './use-publish';
import { useChanges } from './use-releases';

interface PublishDialogProps {
  onClose: () => void;
  /** The document that is to be published alone. */
  documentId?: string;
}

/** What differs from what visitors read, and publishing it, now or later. */
export function PublishDialog({ onClose, documentId }: PublishDialogProps) {
  const { t } = useTranslation('siteConfig');
  const { site, team, drafts } = useSite();
  const { unsaved } = useStore(drafts);
  const changes = useChanges();
  const [note, setNote] = useState('');
  const choice = useMomentChoice(site.publishesAt);
  const { when, moment } = choice;
  const [isOpening, setIsOpening] = useState(site.status === 'draft');
  const { publish, plan, unplan, isBusy, failure, drawing } = usePublish(onClose);
  const hasBase = Boolean(site.knowledgeBase);
  const isInPlan = hasSites(team);
  const submit = () => {
    if (when === 'now') void publish(note.trim(), isOpening && site.status === 'draft');
    else void plan(note.trim(), moment);
  };
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={t('publish.title')}
      description={t('publish.text')}
      actions={
        <>
          {site.publishesAt && (
            <Button variant="secondary" disabled={isBusy} onClick={() => void unplan()}>
              {t('publish.unplan')}
            </Button>
          )}
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {t('publish.cancel')}
          </Button>
          {isInPlan ? (
            <Button variant="primary" disabled={isBusy || !hasBase} onClick={submit}>
              {isBusy
                ? t('publish.working')
                : t(when === 'now' ? 'publish.nowAction' : 'publish.laterAction')}
            </Button>
          ) : (
            <Link to={sectionPath('pricing')} className={buttonStyle({ variant: 'primary' })}>
              {t('notice.plans')}
            </Link>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {!isInPlan && (
          <p role="status" className="rounded-lg bg-hover px-3 py-2 text-ink text-sm">
            {t('publish.plan')}
          </p>
        )}
        {unsaved.length > 0 && (
          <p role="status" className="rounded-lg bg-hover px-3 py-2 text-ink text-sm">
            {t('publish.unsaved')}
          </p>
        )}
        {hasBase && isInPlan && when === 'now' && site.status === 'draft' && (
          // Above the changes, which may be many: whoever publishes for the first time sees that it opens the site.
          <SwitchRow label={t('publish.open')} isOn={isOpening} onChange={setIsOpening} />
        )}
        {!hasBase ? (
          <div className="flex flex-col items-start gap-3">
            <p role="alert" className="text-base text-ink">
              {t('publish.noBase')}
            </p>
            <Link
              to={sitePath(addressOf(team), site.id, 'knowledge-base')}
              className={buttonStyle({ variant: 'secondary' })}
              onClick={onClose}
            >
              {t('publish.chooseBase')}
            </Link>
          </div>
        ) : changes.data === undefined ? (
          <LoadState error={changes.error} onRetry={() => void changes.refetch()} />
        ) : (
          <ChangeList changes={changes.data} wanted={documentId} />
        )}
        {hasBase && isInPlan && <MissingMediaNotice />}
        {hasBase && isInPlan && (
          <>
            <TextArea
              label={t('publish.note')}
              value={note}
              rows={2}
              maxLength={LIMITS.PublishRequest.note.maxLength}
              onChange={setNote}
            />
            <MomentChoice {...choice} />
          </>
        )}
        {isBusy && <Progress drawing={drawing} />}
        {failure !== null && (
          <p role="alert" className="text-danger text-sm">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** How far publishing is: how many diagrams are drawn, then only that it goes on. */
function Progress({ drawing }: { drawing: DrawProgress | null }) {
  const { t } = useTranslation('siteConfig');
  if (drawing === null) {
    return (
      <div
        role="progressbar"
        aria-label={t('publish.working')}
        className="h-1 overflow-hidden rounded-full bg-pressed"
      >
        <span className="block h-full w-1/3 animate-pulse rounded-full bg-accent" />
      </div>
    );
  }
  const text = t('publish.drawing', { done: drawing.done, total: drawing.total });
  return (
    <div>
      <p role="status" className="text-ink-soft text-sm">
        {text}
      </p>
      <progress
        className="mt-2 h-1.5 w-full accent-(--accent)"
        aria-label={text}
        max={drawing.total}
        value={drawing.done}
      />
    </div>
  );
}
