import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listMails, retryMail } from '../../../api/admin';
import type { MailStatus } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { formatMoment } from '../../../lib/dates';
import { formatCount } from '../../../lib/numbers';
import { Button } from '../../../ui/button';
import { Cell } from '../../../ui/data-table';
import { Segments } from '../../../ui/segments';
import { toast } from '../../../ui/toast';
import { PagedTable } from './paged-table';

const STATES = ['all', 'waiting', 'sent', 'dead'] as const;
type State = (typeof STATES)[number];

/** Mails and short messages, and another try for those that were given up. */
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
        columns={[
          t('mail.when'),
          t('mail.to'),
          t('mail.template'),
          t('mail.state'),
          t('mail.attempts'),
          t('mail.error'),
          '',
        ]}
        filter={state === 'all' ? '' : state}
        fetchPage={(filter, cursor) => listMails(filter as MailStatus | '', cursor)}
        row={(mail) => (
          <tr key={mail.id}>
            <Cell>{formatMoment(locale, mail.createdAt)}</Cell>
            <Cell>{mail.recipient}</Cell>
            <Cell>
              <code className="font-mono text-xs">{mail.template}</code>
            </Cell>
            <Cell>{t(`mail.${mail.status}`)}</Cell>
            <Cell>{formatCount(locale, mail.nAttempts)}</Cell>
            <Cell wide>{mail.lastError}</Cell>
            <Cell>
              {mail.status === 'dead' && (
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={retry.isPending}
                  onClick={() => retry.mutate(mail.id)}
                >
                  {t('mail.retry')}
                </Button>
              )}
            </Cell>
          </tr>
        )}
      />
    </>
  );
}
