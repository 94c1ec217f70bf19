import { useTranslation } from 'react-i18next';
import { sections } from '../../config/paths';
import { CREATOR_SHARE_PERCENT } from '../../config/plans';
import { localeOf } from '../../i18n';
import { formatPercent } from '../../lib/numbers';
import { Section } from './section';

const STEPS = ['write', 'collect', 'deploy', 'earn'] as const;

/** Steps from the first article to an income. */
export function Steps() {
  const { t, i18n } = useTranslation('landing');
  const locale = localeOf(i18n);
  const share = formatPercent(locale, CREATOR_SHARE_PERCENT);
  return (
    <Section id={sections.steps} title={t('steps.title')} className="bg-surface">
      <ol className="mt-12 grid gap-x-10 gap-y-10 sm:grid-cols-2 md:mt-16 lg:grid-cols-4">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-5 lg:flex-col lg:gap-0">
            <span
              aria-hidden="true"
              className="w-8 shrink-0 font-serif text-[40px] text-accent-text leading-none tabular-nums lg:w-auto lg:text-[52px]"
            >
              {index + 1}
            </span>
            <div className="lg:mt-5">
              <h3 className="font-semibold text-ink text-xl">{t(`steps.${step}.title`)}</h3>
              <p className="mt-2 text-pretty text-base text-ink-soft leading-6">
                {t(`steps.${step}.text`, { share })}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
