import { useTranslation } from 'react-i18next';
import type { OrderStatus } from '../../../api/types';
import { FilterChips } from '../../../ui/fields/filter-chips';
import { SearchBox } from '../../../ui/fields/search-box';
import { Select } from '../../../ui/fields/select';
import { inputStyle } from '../../../ui/fields/text-field';
import { ORDER_METHODS, ORDER_PROBLEMS, ORDER_STATUSES, type OrderFilter } from './order-filter';

interface OrderFiltersProps {
  filter: OrderFilter;
  counts: Partial<Record<OrderStatus, number>> | undefined;
  onChange: (changes: Partial<OrderFilter>) => void;
}

/** State with counts, search, way to pay, problems and days of the list. */
export function OrderFilters({ filter, counts, onChange }: OrderFiltersProps) {
  const { t } = useTranslation('sales');
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <div className="mb-4 flex flex-col gap-3">
      <FilterChips
        label={t('orders.status')}
        value={filter.status}
        options={[
          { value: 'all' as const, label: t('all'), count: all },
          ...ORDER_STATUSES.map((value) => ({
            value,
            label: t(`orders.statuses.${value}`),
            count: counts && (counts[value] ?? 0),
          })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <div className="flex flex-wrap gap-2">
        <SearchBox
          isDebounced
          className="min-w-48 grow basis-48"
          label={t('orders.search')}
          value={filter.search}
          onChange={(search) => onChange({ search })}
        />
        <div className="min-w-32 max-sm:grow sm:w-36">
          <Select
            label={t('orders.method')}
            value={filter.method}
            options={[
              { value: 'all' as const, label: t('orders.everyMethod') },
              ...ORDER_METHODS.map((value) => ({ value, label: t(`methods.${value}`) })),
            ]}
            onChange={(method) => onChange({ method })}
          />
        </div>
        <div className="min-w-32 max-sm:grow sm:w-36">
          <Select
            label={t('orders.problem')}
            value={filter.problem || 'none'}
            options={[
              { value: 'none' as const, label: t('orders.anyProblem') },
              ...ORDER_PROBLEMS.map((value) => ({ value, label: t(`orders.problems.${value}`) })),
            ]}
            onChange={(problem) => onChange({ problem: problem === 'none' ? '' : problem })}
          />
        </div>
        <div className="flex min-w-0 items-center gap-1.5 max-sm:w-full">
          <DayField
            label={t('orders.from')}
            value={filter.from}
            onChange={(from) => onChange({ from })}
          />
          <span aria-hidden className="text-ink-faint">
            –
          </span>
          <DayField label={t('orders.to')} value={filter.to} onChange={(to) => onChange({ to })} />
        </div>
      </div>
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <input
      type="date"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`${inputStyle} max-sm:grow sm:w-36`}
    />
  );
}
