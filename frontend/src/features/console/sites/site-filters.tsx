import { useTranslation } from 'react-i18next';
import { FilterChips } from '../../../ui/fields/filter-chips';
import { SearchBox } from '../../../ui/fields/search-box';
import { Select } from '../../../ui/fields/select';
import { SITE_FILTERS, SITE_SORTS, type SiteFilter, type SiteListFilter } from './list-filter';

interface SiteFiltersProps {
  filter: SiteListFilter;
  counts: Record<SiteFilter, number>;
  onChange: (changes: Partial<SiteListFilter>) => void;
}

/** Search, status with counts, and order of the list. */
export function SiteFilters({ filter, counts, onChange }: SiteFiltersProps) {
  const { t } = useTranslation('console');
  return (
    <div className="mb-4 flex flex-col gap-3">
      <FilterChips
        label={t('sites.status')}
        value={filter.status}
        options={SITE_FILTERS.map((value) => ({
          value,
          label: t(`sites.statuses.${value}`),
          count: counts[value],
        }))}
        isCountFaint
        onChange={(status) => onChange({ status })}
      />
      <div className="flex gap-2">
        <SearchBox
          label={t('sites.search')}
          className="min-w-0 grow"
          value={filter.search}
          onChange={(search) => onChange({ search })}
        />
        <div className="w-36 shrink-0">
          <Select
            label={t('sites.sort')}
            value={filter.sort}
            options={SITE_SORTS.map((value) => ({ value, label: t(`sites.sorts.${value}`) }))}
            onChange={(sort) => onChange({ sort })}
          />
        </div>
      </div>
    </div>
  );
}
