import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listAuditEntries } from '../../../api/admin';
import { localeOf } from '../../../i18n';
import { formatMoment } from '../../../lib/dates';
import { Cell } from '../../../ui/data-table';
import { FilterField } from './filter-field';
import { PagedTable } from './paged-table';

/** What was done on the platform, by whom. */
export function AuditTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const [action, setAction] = useState('');
  return (
    <>
      <FilterField label={t('audit.filter')} value={action} onChange={setAction} />
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
            <Cell>
              <code className="font-mono text-xs">{entry.action}</code>
            </Cell>
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
