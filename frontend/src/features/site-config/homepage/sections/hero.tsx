import { PanelTop } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Hero } from '../../../../api/site-settings';
import { useField } from '../../draft/use-draft';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { LinkFields } from '../../fields/link-fields';
import { ImageField } from '../../image-field/image-field';
import { accent, Bar, soft } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';

function HeroForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: hero } = useField<Hero>(path);
  const layouts = ['split', 'centered', 'stacked'] as const;
  const variants = ['gradient', 'solid', 'image'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.heroTitle')} />
      <BoundArea path={`${path}.subtitle`} label={t('homepage.subtitle')} rows={2} />
      <LinkFields path={`${path}.primaryButton`} label={t('homepage.primaryButton')} />
      <LinkFields path={`${path}.secondaryButton`} label={t('homepage.secondaryButton')} />
      <BoundChoice
        path={`${path}.layout`}
        label={t('homepage.layout')}
        options={layouts.map((value) => ({ value, label: t(`homepage.heroLayouts.${value}`) }))}
      />
      <BoundChoice
        path={`${path}.variant`}
        label={t('homepage.ground')}
        options={variants.map((value) => ({ value, label: t(`homepage.heroVariants.${value}`) }))}
      />
      <BoundSwitch path={`${path}.showsImage`} label={t('homepage.showsImage')} />
      {(hero.showsImage || hero.variant === 'image') && (
        <ImageField path={`${path}.image`} label={t('homepage.image')} purpose="hero" />
      )}
      {hero.variant === 'image' && !hero.image && (
        <p className="text-caution text-xs">{t('homepage.heroNeedsImage')}</p>
      )}
      {hero.layout === 'centered' && hero.showsImage && hero.variant !== 'image' && (
        <p className="text-ink-faint text-xs">{t('homepage.centeredHasNoImage')}</p>
      )}
    </>
  );
}

export const hero: SectionEntry = {
  icon: PanelTop,
  Form: HeroForm,
  drawing: (
    <>
      <rect x="6" y="6" width="76" height="44" rx="3" className={soft} />
      <Bar x={22} y={16} w={44} h={5} className={accent} />
      <Bar x={28} y={26} w={32} />
      <Bar x={28} y={36} w={15} h={6} className={accent} />
      <Bar x={46} y={36} w={14} h={6} />
    </>
  ),
};
