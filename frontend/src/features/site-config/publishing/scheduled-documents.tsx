import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSchedule } from '../../../api/types';
import { ruleText } from '../../../i18n/error-text';
import { Button } from '../../../ui/buttons/button';
import { useSite } from '../site/site-context';
import { SinglePublish } from './single-publish';
import { useSiteClock } from './use-site-clock';

/** Documents that are published alone at a moment, and those that were not when it came. */
export function ScheduledDocuments({ schedules }: { schedules: DocumentSchedule[] }) {
  const { t } = useTranslation('siteConfig');
  if (schedules.length === 0) return null;
  return (
    <section className="mb-4">
      <h3 className="mb-1.5 font-medium text-ink text-sm">{t('single.title')}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {schedules.map((schedule) => (
          <Row key={schedule.documentId} schedule={schedule} />
        ))}
      </ul>
    </section>
  );
}

function Row({ schedule }: { schedule: DocumentSchedule }) {
  const { t } = useTranslation('siteConfig');
  const { mayEdit } = useSite();
  const clock = useSiteClock();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 grow">
          <span className="block break-words text-ink text-sm">
            {schedule.title || t('access.untitled')}
          </span>
          <ScheduleNote schedule={schedule} time={clock.text(schedule.publishesAt)} />
        </span>
        {mayEdit && (
          <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'changes.hide' : 'single.change')}
          </Button>
        )}
      </div>
      {isOpen && (
        <SinglePublish
          documentId={schedule.documentId}
          schedule={schedule}
          onDone={() => setIsOpen(false)}
        />
      )}
    </li>
  );
}

interface ScheduleNoteProps {
  schedule: DocumentSchedule;
  time: string;
}

/** When a document is published, or why it was not. */
export function ScheduleNote({ schedule, time }: ScheduleNoteProps) {
  const { t } = useTranslation('siteConfig');
  return schedule.failure ? (
    <span className="block text-danger text-xs">
      {t('single.failed', { time, reason: ruleText(t, `errors:${schedule.failure}`) })}
    </span>
  ) : (
    <span className="block text-ink-faint text-xs">{t('single.planned', { time })}</span>
  );
}
