import { useTranslation } from 'react-i18next';
import {
  BENEFIT_MAX_CHARS,
  BENEFITS_MAX,
  LONG_SUBTITLE_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import { BoundArea, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { LinkFields } from '../../fields/link-fields';
import { ImageField } from '../../image-field/image-field';
import type { SectionFormProps } from './section-form-props';

export function DemoForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} max={TITLE_MAX_CHARS} />
      <BoundArea
        path={`${path}.subtitle`}
        label={t('homepage.subtitle')}
        max={LONG_SUBTITLE_MAX_CHARS}
        rows={2}
      />
      <ImageField path={`${path}.image`} label={t('homepage.image')} purpose="demo" />
      <LinkFields path={`${path}.button`} label={t('homepage.button')} />
      <ItemList<string>
        path={`${path}.benefits`}
        label={t('homepage.benefits')}
        addLabel={t('homepage.addBenefit')}
        max={BENEFITS_MAX}
        create={() => ''}
        nameOf={(benefit) => benefit}
      >
        {(at) => <BoundText path={at} label={t('homepage.benefit')} max={BENEFIT_MAX_CHARS} />}
      </ItemList>
    </>
  );
}
