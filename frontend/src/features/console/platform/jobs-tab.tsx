import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discardJob, listJobs, retryJob } from '../../../api/admin';
import type { AdminJob, JobStatus } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { formatCount } from '../../../lib/numbers';
import { formatMoment } from '../../../lib/time/dates';
import { IconButton } from '../../../ui/buttons/icon-button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Segments } from '../../../ui/fields/segments';
import { Menu, MenuItem } from '../../../ui/menus/menu';
import { toast } from '../../../ui/states/toast';
import { PagedTable } from './paged-table';

const STATES = ['dead', 'waiting', 'all'] as const;
type State = (typeof STATES)[number];

/** Background jobs; failed ones can be started again or discarded. */
export function JobsTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const queries = useQueryClient();
  const [state, setState] = useState<State>('dead');
  const [discarded, setDiscarded] = useState<AdminJob | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: ['admin'] });
  const retry = useMutation({
    mutationFn: retryJob,
    onSuccess: () => toast.success(t('job.retried')),
    onError: (error) => toast.failure(errorText(t, error), { id: 'job' }),
    onSettled: reload,
  });
  const nameOf = (job: AdminJob) => t(job.kind ? `job.kinds.${job.kind}` : 'job.kinds.unknown');
  return (
    <>
      <div className="mb-4 max-w-[360px]">
        <Segments
          label={t('job.filter')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`job.${value}`) }))}
          onChange={setState}
        />
      </div>
      <PagedTable
        list="jobs"
        label={t('platform.jobs')}
        empty={t(`job.none.${state}`)}
        filter={state === 'all' ? '' : state}
        fetchPage={(filter, cursor) => listJobs(filter as JobStatus | '', cursor)}
        columns={[
          { label: t('job.kind'), kind: 'title', cell: nameOf },
          { label: t('job.when'), cell: (job) => formatMoment(locale, job.createdAt) },
          { label: t('job.runAt'), cell: (job) => formatMoment(locale, job.runAt) },
          { label: t('job.state'), cell: (job) => <StateOf job={job} /> },
          { label: t('job.attempts'), cell: (job) => formatCount(locale, job.nAttempts) },
          { label: t('job.error'), kind: 'wide', cell: (job) => job.lastError },
          {
            label: t('platform.actions'),
            kind: 'actions',
            cell: (job) =>
              job.status === 'dead' && (
                <Menu
                  trigger={
                    <IconButton
                      icon={Ellipsis}
                      size="iconSm"
                      label={t('user.actions', { name: nameOf(job) })}
                    />
                  }
                >
                  <MenuItem onSelect={() => retry.mutate(job.id)}>{t('job.retry')}</MenuItem>
                  <MenuItem onSelect={() => setDiscarded(job)}>{t('job.discard')}</MenuItem>
                </Menu>
              ),
          },
        ]}
      />
      <ConfirmDialog
        isOpen={discarded !== null}
        onOpenChange={(isOpen) => !isOpen && setDiscarded(null)}
        title={t('job.discardTitle')}
        description={t('job.discardText')}
        confirmLabel={t('job.discard')}
        tone="danger"
        onConfirm={async () => {
          if (discarded !== null) await discardJob(discarded.id);
          toast.success(t('job.discarded'));
          await reload();
        }}
      />
    </>
  );
}

function StateOf({ job }: { job: AdminJob }) {
  const { t } = useTranslation('console');
  return (
    <span className={job.status === 'dead' ? 'text-danger' : 'text-ink'}>
      {t(`job.${job.status}`)}
    </span>
  );
}
