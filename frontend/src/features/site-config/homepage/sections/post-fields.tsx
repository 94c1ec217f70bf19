import { useTranslation } from 'react-i18next';
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
      <BoundText path={`${path}.title`} label={t('homepage.itemTitle')} />
      <AddressField path={`${path}.link`} label={t('link.url')} />
      <BoundArea path={`${path}.excerpt`} label={t('homepage.excerpt')} rows={2} />
      <div className="grid gap-3 sm:grid-cols-2">
        <BoundText path={`${path}.category`} label={t('homepage.category')} />
        <BoundText path={`${path}.date`} label={t('homepage.date')} type="date" />
        <BoundText path={`${path}.author`} label={t('homepage.author')} />
        <BoundNumber path={`${path}.readTimeMin`} label={t('homepage.readTime')} />
      </div>
      <ImageField path={`${path}.image`} label={t('homepage.image')} purpose="post" hasNoAlt />
    </>
  );
}
