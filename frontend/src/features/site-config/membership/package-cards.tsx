import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership, Package, PackagePeriod } from '../../../api/site-settings';
import { localeOf } from '../../../i18n';
import { classNames } from '../../../lib/class-names';
import { formatPercent, formatYuan } from '../../../lib/numbers';
import { Segments } from '../../../ui/segments';
import { useDraftState } from '../draft/use-draft';
import { parsePrice, yearlySaving } from './price';

/** The packages as readers will see them; archived ones are not sold. */
export function PackageCards() {
  const { t } = useTranslation('siteConfig');
  const { packages, generalBenefits } = useDraftState<Membership>().value;
  const [period, setPeriod] = useState<'all' | PackagePeriod>('all');
  const sold = packages.filter((item) => !item.isArchived);
  const shown = sold.filter((item) => period === 'all' || item.period === period);
  return (
    <div className="scroll-thin h-full overflow-y-auto rounded-xl border border-line bg-surface p-5">
      <div className="mb-4 max-w-96">
        <Segments
          label={t('membership.shown')}
          value={period}
          options={(['all', 'monthly', 'yearly', 'lifetime'] as const).map((value) => ({
            value,
            label: t(value === 'all' ? 'membership.allPeriods' : `membership.periods.${value}`),
          }))}
          onChange={setPeriod}
        />
      </div>
      {shown.length === 0 ? (
        <p className="py-10 text-center text-base text-ink-faint">{t('membership.empty')}</p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(220px,1fr))]">
          {shown.map((item) => (
            <Card key={item.id} item={item} all={sold} general={generalBenefits} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface CardProps {
  item: Package;
  all: readonly Package[];
  general: readonly string[];
}

function Card({ item, all, general }: CardProps) {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  const cents = parsePrice(item.price);
  const saving = savingOf(item, all);
  return (
    <li
      className={classNames(
        'relative rounded-xl border p-5',
        item.isRecommended ? 'border-accent-text' : 'border-line',
      )}
    >
      {item.isRecommended && (
        <span className="absolute -top-2.5 left-4 rounded-full bg-accent px-2.5 py-0.5 text-on-accent text-xs">
          {t('membership.recommendedBadge')}
        </span>
      )}
      <h3 className="break-words font-medium text-ink text-lg">
        {item.name || t('membership.unnamed')}
      </h3>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-1.5">
        <span className="break-all font-semibold font-serif text-[26px] text-ink leading-9">
          {cents === null ? item.price || '—' : formatYuan(locale, cents / 100)}
        </span>
        <span className="text-ink-faint text-sm">{t(`membership.per.${item.period}`)}</span>
      </p>
      {saving !== null && (
        <p className="text-sm text-success">
          {t('membership.saving', { percent: formatPercent(locale, saving) })}
        </p>
      )}
      <ul className="mt-4 grid gap-1.5 text-base text-ink-soft">
        {[...item.benefits, ...general]
          .filter((line) => line.trim() !== '')
          .map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
            <li key={at} className="flex gap-2">
              <Check size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />
              <span className="min-w-0 break-words">{line}</span>
            </li>
          ))}
      </ul>
    </li>
  );
}

/** What a yearly package saves against the cheapest monthly one. */
function savingOf(item: Package, all: readonly Package[]): number | null {
  const year = item.period === 'yearly' ? parsePrice(item.price) : null;
  const months = all
    .filter((other) => other.period === 'monthly')
    .map((other) => parsePrice(other.price))
    .filter((cents) => cents !== null);
  return year === null || months.length === 0 ? null : yearlySaving(Math.min(...months), year);
}
