import { useTranslation } from 'react-i18next';
import { SearchSelect } from '../../../ui/search-select';
import { useField } from '../draft/use-draft';

/** The time zone of dates and memberships, by its IANA name. */
export function TimeZoneField() {
  const { t } = useTranslation('siteConfig');
  const { value, onChange, error, props } = useField<string>('timeZone');
  const label = t('fields.basicInfo.timeZone');
  return (
    <div {...props} className="flex min-w-0 flex-col gap-1.5">
      <span className="text-ink-soft text-xs" aria-hidden>
        {label}
      </span>
      <SearchSelect
        label={label}
        value={value}
        options={TIME_ZONES}
        searchLabel={t('basicInfo.searchZone')}
        emptyText={t('basicInfo.noZone')}
        onChange={onChange}
      />
      {error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

const TIME_ZONES = [...new Set(['Asia/Shanghai', 'UTC', ...Intl.supportedValuesOf('timeZone')])];
