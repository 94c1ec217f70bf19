import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, sectionPath, sections } from '../../config/paths';
import { PROFESSIONAL_YUAN_PER_MONTH, YEARLY_EXTRA_MONTHS, yearlyPrice } from '../../config/plans';
import { localeOf } from '../../i18n';
import { classNames } from '../../lib/class-names';
import { formatYuan } from '../../lib/numbers';
import { buttonStyle } from '../../ui/buttons/button';
import { Segments } from '../../ui/fields/segments';
import { Section } from './section';

type Period = 'monthly' | 'yearly';

/** The three plans. Source: specification §1. */
export function Pricing() {
  const { t, i18n } = useTranslation('landing');
  const locale = localeOf(i18n);
  const [period, setPeriod] = useState<Period>('monthly');
  const year = yearlyPrice();
  const gift = t('pricing.yearlyGift', { count: YEARLY_EXTRA_MONTHS });
  return (
    <Section
      id={sections.pricing}
      title={t('pricing.title')}
      lead={t('pricing.lead')}
      className="bg-canvas"
    >
      <div className="mt-8 w-[22rem] max-w-full">
        <Segments
          label={t('pricing.period')}
          value={period}
          options={[
            { value: 'monthly', label: t('pricing.monthly') },
            { value: 'yearly', label: `${t('pricing.yearly')} · ${gift}` },
          ]}
          onChange={setPeriod}
        />
      </div>
      <div className="mt-8 grid items-stretch gap-6 lg:grid-cols-3">
        <PlanCard
          name="creator"
          price={formatYuan(locale, 0)}
          unit={t('pricing.creator.price')}
          action={
            <Link
              to={paths.editor}
              className={classNames(buttonStyle({ variant: 'secondary', size: 'lg' }), 'w-full')}
            >
              {t('pricing.creator.action')}
            </Link>
          }
        />
        <PlanCard
          name="professional"
          badge={t('pricing.recommended')}
          price={formatYuan(locale, period === 'yearly' ? year.total : PROFESSIONAL_YUAN_PER_MONTH)}
          unit={
            period === 'yearly'
              ? t('pricing.professional.perYear', { months: year.months })
              : t('pricing.professional.perMonth')
          }
          note={
            period === 'yearly'
              ? t('pricing.professional.saving', {
                  perMonth: formatYuan(locale, year.perMonth),
                  saved: formatYuan(locale, year.saved),
                })
              : t('pricing.professional.monthlyHint', { count: YEARLY_EXTRA_MONTHS })
          }
          action={<ContactLink variant="primary" label={t('pricing.professional.action')} />}
        />
        <PlanCard
          name="enterprise"
          price={t('pricing.enterprise.price')}
          action={<ContactLink variant="secondary" label={t('pricing.enterprise.action')} />}
        />
      </div>
    </Section>
  );
}

function ContactLink({ variant, label }: { variant: 'primary' | 'secondary'; label: string }) {
  return (
    <Link
      to={sectionPath('contact')}
      className={classNames(buttonStyle({ variant, size: 'lg' }), 'w-full')}
    >
      {label}
    </Link>
  );
}

interface PlanCardProps {
  name: 'creator' | 'professional' | 'enterprise';
  price: string;
  unit?: string;
  note?: string;
  badge?: string;
  action: ReactNode;
}

function PlanCard({ name, price, unit, note, badge, action }: PlanCardProps) {
  const { t } = useTranslation('landing');
  return (
    <article
      aria-labelledby={`plan-${name}`}
      className={classNames(
        'flex flex-col rounded-2xl border bg-surface p-6 md:p-8',
        badge === undefined ? 'border-line' : 'border-accent-text ring-1 ring-accent-text',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id={`plan-${name}`} className="font-semibold text-ink text-xl">
          {t(`pricing.${name}.name`)}
        </h3>
        {badge !== undefined && (
          <span className="rounded-full bg-accent-soft px-2.5 py-1 font-medium text-accent-text text-xs">
            {badge}
          </span>
        )}
      </div>
      <p className="mt-1 text-base text-ink-faint leading-6">{t(`pricing.${name}.for`)}</p>
      <p className="mt-6 font-semibold font-serif text-[36px] text-ink leading-[calc(44/36)] tabular-nums">
        {price}
      </p>
      {/* The lines keep their room in every plan, so that buttons stand in a row and no choice moves them. */}
      <p className="min-h-6 text-base text-ink-faint leading-6">{unit}</p>
      <p className="min-h-10 text-sm text-success">{note}</p>
      <div className="mt-4">{action}</div>
      {name !== 'creator' && (
        <p className="mt-7 text-base text-ink-soft">{t(`pricing.${name}.base`)}</p>
      )}
      <ul className={classNames('flex flex-col gap-3', name === 'creator' ? 'mt-7' : 'mt-3')}>
        {t(`pricing.${name}.items`)
          .split('\n')
          .map((item) => (
            <li key={item} className="flex gap-2.5 text-base text-ink leading-6">
              <Check
                size={16}
                strokeWidth={2}
                className="mt-1 shrink-0 text-accent-text"
                aria-hidden
              />
              <span>{item}</span>
            </li>
          ))}
      </ul>
    </article>
  );
}
