import { ChartNoAxesColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StatsItem } from '../../../../api/site-settings';
import { BoundChoice, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { accent, Bar, three } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';

function StatsForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const layouts = ['grid', 'horizontal'] as const;
  const variants = ['default', 'minimal', 'highlight'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} />
      <ItemList<StatsItem>
        path={`${path}.items`}
        label={t('homepage.figures')}
        addLabel={t('homepage.addFigure')}
        create={() => ({ value: '', label: '', description: '' })}
        nameOf={(item) => item.label}
      >
        {(at) => (
          <>
            <div className="grid grid-cols-2 gap-3">
              <BoundText path={`${at}.value`} label={t('homepage.figure')} placeholder="30+" />
              <BoundText path={`${at}.label`} label={t('homepage.label')} />
            </div>
            <BoundText path={`${at}.description`} label={t('homepage.descriptionOptional')} />
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

export const stats: SectionEntry = {
  icon: ChartNoAxesColumn,
  Form: StatsForm,
  drawing: three.map((x) => (
    <g key={x}>
      <Bar x={x + 3} y={19} w={14} h={8} className={accent} />
      <Bar x={x + 1} y={33} w={18} />
    </g>
  )),
};
