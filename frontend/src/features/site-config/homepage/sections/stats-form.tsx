import { useTranslation } from 'react-i18next';
import type { StatsItem } from '../../../../api/site-settings';
import {
  LABEL_MAX_CHARS,
  STATS_MAX,
  STATS_VALUE_MAX_CHARS,
  SUBTITLE_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import { BoundChoice, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { newStatsItem } from '../new-section';
import type { SectionFormProps } from './section-form-props';

export function StatsForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const layouts = ['grid', 'horizontal'] as const;
  const variants = ['default', 'minimal', 'highlight'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} max={TITLE_MAX_CHARS} />
      <ItemList<StatsItem>
        path={`${path}.items`}
        label={t('homepage.figures')}
        addLabel={t('homepage.addFigure')}
        max={STATS_MAX}
        create={newStatsItem}
        nameOf={(item) => item.label}
      >
        {(at) => (
          <>
            <div className="grid grid-cols-2 gap-3">
              <BoundText
                path={`${at}.value`}
                label={t('homepage.figure')}
                placeholder="30+"
                max={STATS_VALUE_MAX_CHARS}
              />
              <BoundText path={`${at}.label`} label={t('homepage.label')} max={LABEL_MAX_CHARS} />
            </div>
            <BoundText
              path={`${at}.description`}
              label={t('homepage.descriptionOptional')}
              max={SUBTITLE_MAX_CHARS}
            />
          </>
        )}
      </ItemList>
      <BoundChoice
        path={`${path}.layout`}
        label={t('homepage.layout')}
        options={layouts.map((value) => ({ value, label: t(`homepage.statsLayouts.${value}`) }))}
      />
      <BoundChoice
        path={`${path}.variant`}
        label={t('homepage.variant')}
        options={variants.map((value) => ({ value, label: t(`homepage.statsVariants.${value}`) }))}
      />
    </>
  );
}
