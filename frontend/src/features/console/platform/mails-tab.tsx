import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listMails, retryMail } from '../../../api/admin';
import type { AdminMail, MailStatus } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { formatCount } from '../../../lib/numbers';
import { formatMoment } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import { Segments } from '../../../ui/fields/segments';
import { toast } from '../../../ui/states/toast';
import { PagedTable } from './paged-table';

const STATES = ['all', 'waiting', 'sent', 'dead'] as const;
type State = (typeof STATES)[number];

/** Mails and text messages; failed ones can be retried. */
export function MailsTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const queries = useQueryClient();
  const [state, setState] = useState<State>('all');
  const retry = useMutation({
    mutationFn: retryMail,
    onSuccess: () => toast.success(t('mail.retried')),
    onError: (error) => toast.failure(errorText(t, error), { id: 'mail' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
  return (
    <>
      <div className="mb-4 max-w-[360px]">
        <Segments
          label={t('mail.filter')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`mail.${value}`) }))}
          onChange={setState}
        />
      </div>
      <PagedTable
        list="mails"
        label={t('platform.mails')}
        filter={state === 'all' ? '' : state}
        fetchPage={(filter, cursor) => listMails(filter as MailStatus | '', cursor)}
        columns={[
          {
            label: t('mail.template'),
            kind: 'title',
            cell: (mail) =>
              t(mail.template ? `mail.templates.${mail.template}` : 'mail.templates.unknown'),
          },
          { label: t('mail.to'), cell: (mail) => mail.recipient },
          { label: t('mail.when'), cell: (mail) => formatMoment(locale, mail.createdAt) },
          { label: t('mail.state'), cell: (mail) => <MailState mail={mail} /> },
          { label: t('mail.attempts'), cell: (mail) => formatCount(locale, mail.nAttempts) },
          { label: t('mail.error'), kind: 'wide', cell: (mail) => mail.lastError },
          {
            label: t('platform.actions'),
            kind: 'actions',
            cell: (mail) =>
              mail.status === 'dead' && (
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={retry.isPending}
                  onClick={() => retry.mutate(mail.id)}
                >
                  {t('mail.retry')}
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}

function MailState({ mail }: { mail: AdminMail }) {
  const { t } = useTranslation('console');
  const tone = { waiting: 'text-ink', sent: 'text-ink', dead: 'text-danger' }[mail.status];
  return <span className={tone}>{t(`mail.${mail.status}`)}</span>;
}
