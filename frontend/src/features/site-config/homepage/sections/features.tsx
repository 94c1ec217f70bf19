import { LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FeatureItem, Features } from '../../../../api/site-settings';
import { useField } from '../../draft/use-draft';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { IconField } from '../../icons/icon-field';
import { ColumnsField } from './columns-field';
import { accent, Bar, Card, three } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';

function FeaturesForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: features } = useField<Features>(path);
  const layouts = ['grid', 'list', 'carousel'] as const;
  const styles = ['card', 'minimal', 'bordered'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} />
      <BoundText path={`${path}.subtitle`} label={t('homepage.subtitle')} />
      <BoundArea path={`${path}.description`} label={t('homepage.description')} />
      <ItemList<FeatureItem>
        path={`${path}.items`}
        label={t('homepage.features')}
        addLabel={t('homepage.addFeature')}
        create={() => ({ icon: 'star', title: '', description: '' })}
        nameOf={(item) => item.title}
      >
        {(at) => (
          <>
            <div className="flex gap-3">
              {features.showsIcons && <IconField path={`${at}.icon`} label={t('homepage.icon')} />}
              <div className="min-w-0 grow">
                <BoundText path={`${at}.title`} label={t('homepage.itemTitle')} />
              </div>
            </div>
            <BoundArea
              path={`${at}.description`}
              label={t('homepage.description')}
              placeholder={t('homepage.featureHint')}
              rows={2}
            />
          </>
        )}
      </ItemList>
      <BoundChoice
        path={`${path}.layout`}
        label={t('homepage.layout')}
        options={layouts.map((value) => ({ value, label: t(`homepage.rowLayouts.${value}`) }))}
      />
      {features.layout === 'grid' && <ColumnsField path={`${path}.columns`} />}
      <BoundChoice
        path={`${path}.cardStyle`}
        label={t('homepage.cardStyle')}
        options={styles.map((value) => ({ value, label: t(`homepage.cardStyles.${value}`) }))}
      />
      <BoundSwitch path={`${path}.showsIcons`} label={t('homepage.showsIcons')} />
      <BoundSwitch path={`${path}.hasHoverEffect`} label={t('homepage.hasHoverEffect')} />
    </>
  );
}

export const features: SectionEntry = {
  icon: LayoutGrid,
  Form: FeaturesForm,
  drawing: three.map((x) => (
    <g key={x}>
      <Card x={x} y={10} w={20} h={36} />
      <circle cx={x + 6} cy={18} r={3} className={accent} />
      <Bar x={x + 4} y={26} w={12} />
      <Bar x={x + 4} y={32} w={12} h={2} />
      <Bar x={x + 4} y={37} w={8} h={2} />
    </g>
  )),
};
