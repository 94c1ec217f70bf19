import { useTranslation } from 'react-i18next';
import type { MemberState } from '../../../api/types';
import { FilterChips } from '../../../ui/fields/filter-chips';
import { SearchBox } from '../../../ui/fields/search-box';
import { Select } from '../../../ui/fields/select';
import { NO_PACKAGE, PackageSelect } from '../sales/package-select';
import { usePackages } from '../sales/use-sales';
import { EXPIRING, MEMBER_SORTS, MEMBER_STATES, type MemberFilter } from './member-filter';

interface MemberFiltersProps {
  filter: MemberFilter;
  counts: Partial<Record<MemberState, number>> | undefined;
  onChange: (changes: Partial<MemberFilter>) => void;
}

/** State with counts, search, package, end and order of the list. */
export function MemberFilters({ filter, counts, onChange }: MemberFiltersProps) {
  const { t } = useTranslation('sales');
  const packages = usePackages();
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <div className="mb-4 flex flex-col gap-3">
      <FilterChips
        label={t('members.state')}
        value={filter.state}
        options={[
          { value: 'all' as const, label: t('all'), count: all },
          ...MEMBER_STATES.map((value) => ({
            value,
            label: t(`members.states.${value}`),
            count: counts && (counts[value] ?? 0),
          })),
        ]}
        onChange={(state) => onChange({ state })}
      />
      <div className="flex flex-wrap gap-2">
        <SearchBox
          isDebounced
          className="min-w-48 grow basis-48"
          label={t('members.search')}
          value={filter.search}
          onChange={(search) => onChange({ search })}
        />
        {packages.length > 0 && (
          <div className="min-w-32 max-sm:grow sm:w-40">
            <PackageSelect
              label={t('members.package')}
              packages={packages}
              value={filter.packageId || NO_PACKAGE}
              noneLabel={t('members.everyPackage')}
              onChange={(id) => onChange({ packageId: id === NO_PACKAGE ? '' : id })}
            />
          </div>
        )}
        <div className="min-w-32 max-sm:grow sm:w-40">
          <Select
            label={t('members.ends')}
            value={filter.expiring || 'any'}
            options={[
              { value: 'any', label: t('members.anyEnd') },
              ...EXPIRING.map((days) => ({
                value: days,
                label: t('members.endsWithin', { days }),
              })),
            ]}
            onChange={(value) =>
              onChange({ expiring: EXPIRING.find((days) => days === value) ?? '' })
            }
          />
        </div>
        <div className="min-w-32 max-sm:grow sm:w-40">
          <Select
            label={t('members.sort')}
            value={filter.sort}
            options={MEMBER_SORTS.map((value) => ({ value, label: t(`members.sorts.${value}`) }))}
            onChange={(sort) => onChange({ sort })}
          />
        </div>
      </div>
    </div>
  );
}
