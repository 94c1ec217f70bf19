import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listAuditEntries } from '../../../api/admin';
import { localeOf } from '../../../i18n';
import { formatMoment } from '../../../lib/dates';
import { Cell } from '../../../ui/data-table';
import { Select } from '../../../ui/select';
import { AUDIT_ACTIONS } from './audit-actions';
import { PagedTable } from './paged-table';

/** What was done on the platform, by whom. */
export function AuditTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const [action, setAction] = useState('');
  const nameOf = (key: string) => t(`audit.actions.${key}`, { defaultValue: key });
  return (
    <>
      <div className="mb-4 max-w-[240px]">
        <Select
          label={t('audit.filter')}
          value={action}
          options={['', ...AUDIT_ACTIONS].map((value) => ({
            value,
            label: nameOf(value === '' ? 'all' : value),
          }))}
          onChange={setAction}
        />
      </div>
      <PagedTable
        list="audit"
        label={t('platform.audit')}
        columns={[
          t('audit.when'),
          t('audit.who'),
          t('audit.what'),
          t('audit.details'),
          t('audit.where'),
        ]}
        filter={action}
        fetchPage={listAuditEntries}
        row={(entry) => (
          <tr key={entry.id}>
            <Cell>{formatMoment(locale, entry.createdAt)}</Cell>
            <Cell>{entry.actorNickname ?? t('audit.system')}</Cell>
            <Cell>{nameOf(entry.action)}</Cell>
            <Cell wide>
              <code className="break-all font-mono text-ink-soft text-xs">
                {detailsOf(entry.details)}
              </code>
            </Cell>
            <Cell>{entry.ipAddress}</Cell>
          </tr>
        )}
      />
    </>
  );
}

function detailsOf(details: unknown): string {
  const text = JSON.stringify(details);
  return text === '{}' || text === 'null' ? '' : text;
}
