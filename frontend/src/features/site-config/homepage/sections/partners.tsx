import { Handshake } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Partner, Partners } from '../../../../api/site-settings';
import { useField } from '../../draft/use-draft';
import { BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { AddressField } from '../../fields/link-fields';
import { ImageField } from '../../image-field/image-field';
import { Card, line } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';

function PartnersForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: partners } = useField<Partners>(path);
  const layouts = ['horizontal', 'grid'] as const;
  const variants = ['default', 'minimal', 'card'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} />
      <ItemList<Partner>
        path={`${path}.items`}
        label={t('homepage.partners')}
        addLabel={t('homepage.addPartner')}
        create={() => ({ name: '', logo: null, url: '' })}
        nameOf={(item) => item.name}
      >
        {(at) => (
          <>
            <BoundText path={`${at}.name`} label={t('homepage.partnerName')} />
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

export const partners: SectionEntry = {
  icon: Handshake,
  Form: PartnersForm,
  drawing: [8, 27, 46, 65].map((x, index) => (
    <g key={x}>
      <Card x={x} y={20} w={15} h={16} />
      <circle cx={x + 7.5} cy={28} r={index % 2 === 0 ? 3.5 : 2.5} className={line} />
    </g>
  )),
};
