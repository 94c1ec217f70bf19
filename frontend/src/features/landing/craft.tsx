import { useTranslation } from 'react-i18next';
import { Section } from './section';

const POINTS = ['paste', 'speed', 'safe'] as const;

/** What the editor does better than other editors. */
export function Craft() {
  const { t } = useTranslation('landing');
  return (
    <Section id="craft" title={t('craft.title')} lead={t('craft.lead')} className="bg-surface">
      <ul className="mt-12 grid gap-x-12 gap-y-10 md:mt-16 md:grid-cols-3">
        {POINTS.map((point) => (
          <li key={point} className="border-accent-text border-t-2 pt-5">
            <h3 className="font-semibold text-ink text-xl">{t(`craft.${point}.title`)}</h3>
            <p className="mt-3 text-pretty text-ink-soft text-lg leading-7">
              {t(`craft.${point}.text`)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
