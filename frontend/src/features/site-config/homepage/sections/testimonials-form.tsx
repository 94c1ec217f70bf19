import { useTranslation } from 'react-i18next';
import type { Testimonial, Testimonials } from '../../../../api/site-settings';
import {
  DESCRIPTION_MAX_CHARS,
  LABEL_MAX_CHARS,
  TESTIMONIAL_COLUMNS,
  TESTIMONIALS_MAX,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import { useField } from '../../draft/use-draft';
import { BoundArea, BoundChoice, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { ImageField } from '../../image-field/image-field';
import { newTestimonial } from '../new-section';
import { ColumnsField } from './columns-field';
import type { SectionFormProps } from './section-form-props';
import { TextVariantField } from './text-variant-field';

export function TestimonialsForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: testimonials } = useField<Testimonials>(path);
  const layouts = ['grid', 'carousel', 'masonry'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} max={TITLE_MAX_CHARS} />
      <ItemList<Testimonial>
        path={`${path}.items`}
        label={t('homepage.testimonials')}
        addLabel={t('homepage.addTestimonial')}
        max={TESTIMONIALS_MAX}
        create={newTestimonial}
        nameOf={(item) => item.author}
      >
        {(at) => (
          <>
            <BoundArea
              path={`${at}.content`}
              label={t('homepage.quote')}
              max={DESCRIPTION_MAX_CHARS}
            />
            <div className="grid grid-cols-2 gap-3">
              <BoundText
                path={`${at}.author`}
                label={t('homepage.reviewer')}
                max={LABEL_MAX_CHARS}
              />
              <BoundText
                path={`${at}.position`}
                label={t('homepage.position')}
                max={LABEL_MAX_CHARS}
              />
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
      {testimonials.layout !== 'carousel' && (
        <ColumnsField path={`${path}.columns`} values={TESTIMONIAL_COLUMNS} />
      )}
      <TextVariantField path={`${path}.variant`} />
    </>
  );
}
