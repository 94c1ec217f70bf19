import { MessageSquareQuote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Testimonial, Testimonials } from '../../../../api/site-settings';
import { useField } from '../../draft/use-draft';
import { BoundArea, BoundChoice, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { ImageField } from '../../image-field/image-field';
import { ColumnsField } from './columns-field';
import { accent, Bar, Card, line } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';
import { TextVariantField } from './text-variant-field';

function TestimonialsForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: testimonials } = useField<Testimonials>(path);
  const layouts = ['grid', 'carousel', 'masonry'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} />
      <ItemList<Testimonial>
        path={`${path}.items`}
        label={t('homepage.testimonials')}
        addLabel={t('homepage.addTestimonial')}
        create={() => ({ content: '', author: '', position: '', avatar: null })}
        nameOf={(item) => item.author}
      >
        {(at) => (
          <>
            <BoundArea path={`${at}.content`} label={t('homepage.quote')} />
            <div className="grid grid-cols-2 gap-3">
              <BoundText path={`${at}.author`} label={t('homepage.reviewer')} />
              <BoundText path={`${at}.position`} label={t('homepage.position')} />
            </div>
            <ImageField
              path={`${at}.avatar`}
              label={t('homepage.avatar')}
              purpose="avatar"
              hasNoAlt
            />
          </>
        )}
      </ItemList>
      <BoundChoice
        path={`${path}.layout`}
        label={t('homepage.layout')}
        options={layouts.map((value) => ({ value, label: t(`homepage.rowLayouts.${value}`) }))}
      />
      {testimonials.layout !== 'carousel' && <ColumnsField path={`${path}.columns`} />}
      <TextVariantField path={`${path}.variant`} />
    </>
  );
}

export const testimonials: SectionEntry = {
  icon: MessageSquareQuote,
  Form: TestimonialsForm,
  drawing: [8, 46].map((x) => (
    <g key={x}>
      <Card x={x} y={10} w={34} h={36} />
      <text x={x + 4} y={25} fontSize="14" className={accent} fontFamily="serif">
        “
      </text>
      <Bar x={x + 12} y={17} w={18} />
      <Bar x={x + 12} y={23} w={14} />
      <circle cx={x + 8} cy={38} r={3} className={line} />
      <Bar x={x + 14} y={36.5} w={12} />
    </g>
  )),
};
