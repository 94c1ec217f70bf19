import { useTranslation } from 'react-i18next';
import type { FieldPath } from '../../draft/path';
import { BoundChoice } from '../../fields/bound-fields';

/** How testimonials and questions look. */
export function TextVariantField({ path }: { path: FieldPath }) {
  const { t } = useTranslation('siteConfig');
  const variants = ['modern', 'classic', 'minimal'] as const;
  return (
    <BoundChoice
      path={path}
      label={t('homepage.variant')}
      options={variants.map((value) => ({ value, label: t(`homepage.textVariants.${value}`) }))}
    />
  );
}
