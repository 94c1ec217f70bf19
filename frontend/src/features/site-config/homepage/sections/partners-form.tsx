import { useTranslation } from 'react-i18next';
import type { Partner, Partners } from '../../../../api/site-settings';
import { LABEL_MAX_CHARS, PARTNERS_MAX, TITLE_MAX_CHARS } from '../../../../config/site-limits';
import { useField } from '../../draft/use-draft';
import { BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { AddressField } from '../../fields/link-fields';
import { ImageField } from '../../image-field/image-field';
import { newPartner } from '../new-section';
import type { SectionFormProps } from './section-form-props';

export function PartnersForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: partners } = useField<Partners>(path);
  const layouts = ['horizontal', 'grid'] as const;
  const variants = ['default', 'minimal', 'card'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} max={TITLE_MAX_CHARS} />
      <ItemList<Partner>
        path={`${path}.items`}
        label={t('homepage.partners')}
        addLabel={t('homepage.addPartner')}
        max={PARTNERS_MAX}
        create={newPartner}
        nameOf={(item) => item.name}
      >
        {(at) => (
          <>
            <BoundText
              path={`${at}.name`}
              label={t('homepage.partnerName')}
              max={LABEL_MAX_CHARS}
            />
            <AddressField path={`${at}.url`} label={t('homepage.partnerUrl')} />
            {partners.showsLogos && (
              <ImageField
                path={`${at}.logo`}
                label={t('homepage.logo')}
                purpose="partner"
                hasNoAlt
              />
            )}
          </>
        )}
      </ItemList>
      <BoundSwitch path={`${path}.showsLogos`} label={t('homepage.showsLogos')} />
      <BoundChoice
        path={`${path}.layout`}
        label={t('homepage.layout')}
        options={layouts.map((value) => ({ value, label: t(`homepage.statsLayouts.${value}`) }))}
      />
      <BoundChoice
        path={`${path}.variant`}
        label={t('homepage.variant')}
        options={variants.map((value) => ({
          value,
          label: t(`homepage.partnersVariants.${value}`),
        }))}
      />
    </>
  );
}
