import { useTranslation } from 'react-i18next';
import type { FeatureItem, Features } from '../../../../api/site-settings';
import {
  DESCRIPTION_MAX_CHARS,
  FEATURE_COLUMNS,
  FEATURES_MAX,
  LABEL_MAX_CHARS,
  LONG_SUBTITLE_MAX_CHARS,
  SUBTITLE_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import { useField } from '../../draft/use-draft';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { IconField } from '../../icons/icon-field';
import { newFeature } from '../new-section';
import { ColumnsField } from './columns-field';
import type { SectionFormProps } from './section-form-props';

export function FeaturesForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: features } = useField<Features>(path);
  const layouts = ['grid', 'list', 'carousel'] as const;
  const styles = ['card', 'minimal', 'bordered'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} max={TITLE_MAX_CHARS} />
      <BoundText
        path={`${path}.subtitle`}
        label={t('homepage.subtitle')}
        max={SUBTITLE_MAX_CHARS}
      />
      <BoundArea
        path={`${path}.description`}
        label={t('homepage.description')}
        max={DESCRIPTION_MAX_CHARS}
      />
      <ItemList<FeatureItem>
        path={`${path}.items`}
        label={t('homepage.features')}
        addLabel={t('homepage.addFeature')}
        max={FEATURES_MAX}
        create={newFeature}
        nameOf={(item) => item.title}
      >
        {(at) => (
          <>
            <div className="flex gap-3">
              {features.showsIcons && <IconField path={`${at}.icon`} label={t('homepage.icon')} />}
              <div className="min-w-0 grow">
                <BoundText
                  path={`${at}.title`}
                  label={t('homepage.itemTitle')}
                  max={LABEL_MAX_CHARS}
                />
              </div>
            </div>
            <BoundArea
              path={`${at}.description`}
              label={t('homepage.description')}
              placeholder={t('homepage.featureHint')}
              max={LONG_SUBTITLE_MAX_CHARS}
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
      {features.layout === 'grid' && (
        <ColumnsField path={`${path}.columns`} values={FEATURE_COLUMNS} />
      )}
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
