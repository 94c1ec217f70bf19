import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import { Select } from '../../../ui/select';
import { inputStyle } from '../../../ui/text-field';
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
      <fieldset className="scroll-thin -mx-4 flex min-w-0 gap-1 overflow-x-auto px-4 md:mx-0 md:px-0">
        <legend className="sr-only">{t('sites.status')}</legend>
        {SITE_FILTERS.map((status) => (
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
            {t(`sites.statuses.${status}`)}
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
      <div className="flex gap-2">
        <SearchBox value={filter.search} onChange={(search) => onChange({ search })} />
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

/** The letters are shown at once; the address follows when the browser has time. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('console');
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <div className="relative min-w-0 grow">
      <Search
        size={16}
        strokeWidth={1.75}
        className="-translate-y-1/2 absolute top-1/2 left-2.5 text-ink-faint"
        aria-hidden
      />
      <input
        type="search"
        aria-label={t('sites.search')}
        placeholder={t('sites.search')}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(target.value);
        }}
        className={`${inputStyle} pl-8`}
      />
    </div>
  );
}
