import { ArrowDownWideNarrow, ArrowUpNarrowWide, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import { BASE_CATEGORIES } from '../../../storage/schema';
import { IconButton } from '../../../ui/icon-button';
import { Select } from '../../../ui/select';
import { inputStyle } from '../../../ui/text-field';
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
      <StatusTabs filter={filter} counts={counts} onChange={onChange} />
      <div className="grid grid-cols-2 gap-2 sm:flex">
        <SearchBox value={filter.search} onChange={(search) => onChange({ search })} />
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

function StatusTabs({ filter, counts, onChange }: FiltersProps) {
  const { t } = useTranslation('console');
  return (
    <fieldset className="scroll-thin -mx-4 flex min-w-0 gap-1 overflow-x-auto px-4 md:mx-0 md:px-0">
      <legend className="sr-only">{t('knowledge.status')}</legend>
      {STATUS_FILTERS.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={filter.status === status}
          onClick={() => onChange({ status })}
          className={classNames(
            'h-8 shrink-0 rounded-md px-2.5 text-ink-soft text-sm hover:bg-hover hover:text-ink pointer-coarse:h-11',
            filter.status === status && 'bg-pressed font-medium text-ink',
          )}
        >
          {t(`knowledge.statuses.${status}`)}
          <span
            className={classNames(
              'ml-1.5 tabular-nums',
              filter.status === status ? 'text-ink-soft' : 'text-ink-faint',
            )}
          >
            {counts[status]}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

/** The letters are shown at once; the address follows when the browser has time. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('console');
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <div className="relative col-span-2 min-w-0 sm:grow">
      <Search
        size={16}
        strokeWidth={1.75}
        className="-translate-y-1/2 absolute top-1/2 left-2.5 text-ink-faint"
        aria-hidden
      />
      <input
        type="search"
        aria-label={t('knowledge.search')}
        placeholder={t('knowledge.search')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(event.target.value);
        }}
        className={`${inputStyle} pl-8`}
      />
    </div>
  );
}
