import { MonitorPlay } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BoundArea, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { LinkFields } from '../../fields/link-fields';
import { ImageField } from '../../image-field/image-field';
import { accent, Bar, Card, soft } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';

function DemoForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} />
      <BoundArea path={`${path}.subtitle`} label={t('homepage.subtitle')} rows={2} />
      <ImageField path={`${path}.image`} label={t('homepage.image')} purpose="demo" />
      <LinkFields path={`${path}.button`} label={t('homepage.button')} />
      <ItemList<string>
        path={`${path}.benefits`}
        label={t('homepage.benefits')}
        addLabel={t('homepage.addBenefit')}
        create={() => ''}
        nameOf={(benefit) => benefit}
      >
        {(at) => <BoundText path={at} label={t('homepage.benefit')} />}
      </ItemList>
    </>
  );
}

export const demo: SectionEntry = {
  icon: MonitorPlay,
  Form: DemoForm,
  drawing: (
    <>
      <Bar x={8} y={14} w={28} h={4} className={accent} />
      {[24, 31, 38].map((y) => (
        <g key={y}>
          <circle cx={10} cy={y + 1.5} r={1.5} className={accent} />
          <Bar x={14} y={y} w={20} />
        </g>
      ))}
      <Card x={44} y={10} w={38} h={36} />
      <Bar x={44.5} y={10.5} w={37} h={6} className={soft} />
    </>
  ),
};
