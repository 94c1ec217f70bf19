import { useTranslation } from 'react-i18next';
import type { Hero } from '../../../../api/site-settings';
import { LONG_SUBTITLE_MAX_CHARS, TITLE_MAX_CHARS } from '../../../../config/site-limits';
import { useField } from '../../draft/use-draft';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { LinkFields } from '../../fields/link-fields';
import { ImageField } from '../../image-field/image-field';
import type { SectionFormProps } from './section-form-props';

export function HeroForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: hero } = useField<Hero>(path);
  const layouts = ['split', 'centered', 'stacked'] as const;
  const variants = ['gradient', 'solid', 'image'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.heroTitle')} max={TITLE_MAX_CHARS} />
      <BoundArea
        path={`${path}.subtitle`}
        label={t('homepage.subtitle')}
        max={LONG_SUBTITLE_MAX_CHARS}
        rows={2}
      />
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
