import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BASE_CATEGORIES } from '../../../storage/schema';
import { IconButton } from '../../../ui/buttons/icon-button';
import { FilterChips } from '../../../ui/fields/filter-chips';
import { SearchBox } from '../../../ui/fields/search-box';
import { Select } from '../../../ui/fields/select';
import { firstOrder, type ListFilter, SORT_KEYS, STATUS_FILTERS } from './list-filter';
import type { StatusCounts } from './rows';

interface FiltersProps {
  filter: ListFilter;
  counts: StatusCounts;
  onChange: (changes: Partial<ListFilter>) => void;
}

/** Search, status with counts, category and order of the list. */
export function Filters({ filter, counts, onChange }: FiltersProps) {
  const { t } = useTranslation('console');
  return (
    <div className="mb-4 flex flex-col gap-3">
      <FilterChips
        label={t('knowledge.status')}
        value={filter.status}
        options={STATUS_FILTERS.map((value) => ({
          value,
          label: t(`knowledge.statuses.${value}`),
          count: counts[value],
        }))}
        isCountFaint
        onChange={(status) => onChange({ status })}
      />
      <div className="grid grid-cols-2 gap-2 sm:flex">
        <SearchBox
          label={t('knowledge.search')}
          className="col-span-2 min-w-0 sm:grow"
          value={filter.search}
          onChange={(search) => onChange({ search })}
        />
        <div className="sm:w-40">
          <Select
            label={t('knowledge.category')}
            value={filter.category ?? 'all'}
            options={[
              { value: 'all', label: t('knowledge.allCategories') },
              ...BASE_CATEGORIES.map((value) => ({
                value,
                label: t(`knowledge.categories.${value}`),
              })),
            ]}
            onChange={(value) => onChange({ category: value === 'all' ? null : value })}
          />
        </div>
        <div className="flex gap-1">
          <div className="min-w-0 grow sm:w-36">
            <Select
              label={t('knowledge.sort')}
              value={filter.sort}
              options={SORT_KEYS.map((value) => ({ value, label: t(`knowledge.sorts.${value}`) }))}
              onChange={(sort) => onChange({ sort, order: firstOrder(sort) })}
            />
          </div>
          <IconButton
            icon={filter.order === 'asc' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
            label={t(filter.order === 'asc' ? 'knowledge.ascending' : 'knowledge.descending')}
            onClick={() => onChange({ order: filter.order === 'asc' ? 'desc' : 'asc' })}
          />
        </div>
      </div>
    </div>
  );
}
