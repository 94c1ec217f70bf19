import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FaqItem } from '../../../../api/site-settings';
import { BoundArea, BoundChoice, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { Bar, Card } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';
import { TextVariantField } from './text-variant-field';

function FaqForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const layouts = ['accordion', 'tabs', 'list'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} />
      <ItemList<FaqItem>
        path={`${path}.items`}
        label={t('homepage.questions')}
        addLabel={t('homepage.addQuestion')}
        create={() => ({ question: '', answer: '' })}
        nameOf={(item) => item.question}
      >
        {(at) => (
          <>
            <BoundText path={`${at}.question`} label={t('homepage.question')} />
            <BoundArea path={`${at}.answer`} label={t('homepage.answer')} />
          </>
        )}
      </ItemList>
      <BoundChoice
        path={`${path}.layout`}
        label={t('homepage.layout')}
        options={layouts.map((value) => ({ value, label: t(`homepage.faqLayouts.${value}`) }))}
      />
      <TextVariantField path={`${path}.variant`} />
    </>
  );
}

export const faq: SectionEntry = {
  icon: CircleHelp,
  Form: FaqForm,
  drawing: [10, 23, 36].map((y, index) => (
    <g key={y}>
      <Card x={8} y={y} w={72} h={11} />
      <Bar x={13} y={y + 4} w={38 - index * 6} />
      <path
        d={`m71 ${y + 4.5} 2.5 2.5 2.5-2.5`}
        className="fill-none stroke-(--accent-text)"
        strokeWidth="1.5"
      />
    </g>
  )),
};
