import { useTranslation } from 'react-i18next';
import { SearchSelectField } from '../fields/search-select-field';

/** The time zone of dates and memberships, by its IANA name. */
export function TimeZoneField() {
  const { t } = useTranslation('siteConfig');
  return (
    <SearchSelectField
      path="timeZone"
      label={t('fields.basicInfo.timeZone')}
      options={TIME_ZONES}
      searchLabel={t('basicInfo.searchZone')}
      emptyText={t('basicInfo.noZone')}
    />
  );
}

const TIME_ZONES = [...new Set(['Asia/Shanghai', 'UTC', ...Intl.supportedValuesOf('timeZone')])];
