import { useTranslation } from 'react-i18next';
import type { DocumentSchedule } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { MomentChoice, useMomentChoice } from './moment-choice';
import { useSingle } from './use-single';

interface SinglePublishProps {
  documentId: string;
  schedule: DocumentSchedule | undefined;
  onDone: () => void;
}

/** Publishes one document, now or at a moment; everything else stays as visitors read it. */
export function SinglePublish({ documentId, schedule, onDone }: SinglePublishProps) {
  const { t } = useTranslation('siteConfig');
  const { publish, plan, unplan, isBusy, failure } = useSingle(documentId, onDone);
  const choice = useMomentChoice(schedule?.publishesAt);
  const { when, moment } = choice;
  return (
    <div className="mt-2 grid gap-3 rounded-md bg-hover p-3">
      <p className="text-ink-soft text-sm">{t('single.text')}</p>
      <MomentChoice {...choice} />
      {failure !== null && (
        <p role="alert" className="text-danger text-sm">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={isBusy}
          onClick={() => void (when === 'now' ? publish() : plan(moment))}
        >
          {isBusy
            ? t('publish.working')
            : t(when === 'now' ? 'single.action' : 'publish.laterAction')}
        </Button>
        {schedule && (
          <Button variant="secondary" disabled={isBusy} onClick={() => void unplan()}>
            {t('publish.unplan')}
          </Button>
        )}
      </div>
    </div>
  );
}
