import { useTranslation } from 'react-i18next';
import {
  EXCERPT_MAX_CHARS,
  LABEL_MAX_CHARS,
  READ_TIME_MAX_MIN,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import type { FieldPath } from '../../draft/path';
import { BoundArea, BoundText } from '../../fields/bound-fields';
import { BoundNumber } from '../../fields/bound-number';
import { AddressField } from '../../fields/link-fields';
import { ImageField } from '../../image-field/image-field';

/** An article that the blog section lists. */
export function PostFields({ path }: { path: FieldPath }) {
  const { t } = useTranslation('siteConfig');
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.itemTitle')} max={TITLE_MAX_CHARS} />
      <AddressField path={`${path}.link`} label={t('link.url')} />
      <BoundArea
        path={`${path}.excerpt`}
        label={t('homepage.excerpt')}
        max={EXCERPT_MAX_CHARS}
        rows={2}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <BoundText path={`${path}.category`} label={t('homepage.category')} max={LABEL_MAX_CHARS} />
        <BoundText path={`${path}.date`} label={t('homepage.date')} type="date" />
        <BoundText path={`${path}.author`} label={t('homepage.author')} max={LABEL_MAX_CHARS} />
        <BoundNumber
          path={`${path}.readTimeMin`}
          label={t('homepage.readTime')}
          min={0}
          max={READ_TIME_MAX_MIN}
        />
      </div>
      <ImageField path={`${path}.image`} label={t('homepage.image')} purpose="post" hasNoAlt />
    </>
  );
}
