import {
  ChartNoAxesColumn,
  Lock,
  type LucideIcon,
  Receipt,
  Rocket,
  Search,
  Shield,
  Sparkles,
  UsersRound,
  Wallet,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sections } from '../../config/paths';
import { Section } from './section';

/** Source: specification §1, features of the landing page. */
const FEATURES = [
  ['paywall', Lock],
  ['membership', UsersRound],
  ['payment', Wallet],
  ['protection', Shield],
  ['analytics', ChartNoAxesColumn],
  ['deploy', Rocket],
  ['orders', Receipt],
  ['seo', Search],
  ['assistant', Sparkles],
] as const satisfies readonly (readonly [string, LucideIcon])[];

/** Features for creators who sell their writing. */
export function Features() {
  const { t } = useTranslation('landing');
  return (
    <Section
      id={sections.features}
      title={t('features.title')}
      lead={t('features.lead')}
      className="bg-canvas"
    >
      <ul className="mt-12 grid gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-2 md:mt-16 lg:grid-cols-3">
        {FEATURES.map(([name, Icon]) => (
          <li
            key={name}
            className="bg-surface p-6 sm:last:odd:col-span-2 lg:last:odd:col-span-1 md:p-8"
          >
            <Icon size={22} strokeWidth={1.5} className="text-accent-text" aria-hidden />
            <h3 className="mt-4 font-semibold text-ink text-lg">{t(`features.${name}.title`)}</h3>
            <p className="mt-2 text-pretty text-base text-ink-soft leading-6">
              {t(`features.${name}.text`)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
