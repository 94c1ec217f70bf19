import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSchedule } from '../../../api/types';
import { Button } from '../../../ui/button';
import { Segments } from '../../../ui/segments';
import { FormField } from '../../../ui/text-field';
import { useSingle } from './use-single';
import { useSiteClock } from './use-site-clock';

interface SinglePublishProps {
  documentId: string;
  schedule: DocumentSchedule | undefined;
  onDone: () => void;
}

/** Publishes one document, now or at a moment; everything else stays as visitors read it. */
export function SinglePublish({ documentId, schedule, onDone }: SinglePublishProps) {
  const { t } = useTranslation('siteConfig');
  const clock = useSiteClock();
  const { publish, plan, unplan, isBusy, failure } = useSingle(documentId, onDone);
  const [when, setWhen] = useState<'now' | 'later'>(schedule ? 'later' : 'now');
  const [typed, setTyped] = useState<string | null>(null);
  const moment = typed ?? clock.fieldOf(schedule?.publishesAt);
  return (
    <div className="mt-2 grid gap-3 rounded-md bg-hover p-3">
      <p className="text-ink-soft text-sm">{t('single.text')}</p>
      <Segments
        label={t('publish.when')}
        value={when}
        options={(['now', 'later'] as const).map((value) => ({
          value,
          label: t(`publish.${value}`),
        }))}
        onChange={setWhen}
      />
      {when === 'later' && (
        <FormField
          size="sm"
          type="datetime-local"
          label={t('publish.time')}
          hint={t('publish.zone', { zone: clock.zone })}
          value={moment}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
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
