import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/fields/text-field';
import type { FieldPath } from '../draft/path';
import { useDraft, useField } from '../draft/use-draft';
import { BoundSwitch, BoundText } from '../fields/bound-fields';
import { AddressField } from '../fields/link-fields';
import { ImageField } from '../image-field/image-field';
import { ofLocalTime, toLocalTime } from './slide-state';

/** The fields of a slide. */
export function SlideFields({ path }: { path: FieldPath }) {
  const { t } = useTranslation('siteConfig');
  return (
    <div className="flex flex-col gap-4">
      <ImageField path={`${path}.image`} label={t('carousel.image')} purpose="slide" isFixed />
      <BoundText path={`${path}.title`} label={t('carousel.slideTitle')} />
      <BoundText path={`${path}.description`} label={t('carousel.description')} />
      <AddressField path={`${path}.link`} label={t('carousel.link')} />
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1.5 text-ink-soft text-xs">{t('carousel.period')}</legend>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <MomentField path={`${path}.startsAt`} label={t('carousel.startsAt')} />
          <MomentField path={`${path}.endsAt`} label={t('carousel.endsAt')} />
        </div>
        <p className="text-ink-faint text-xs">{t('carousel.periodHint')}</p>
      </fieldset>
      <BoundSwitch path={`${path}.isVisible`} label={t('carousel.isVisible')} />
    </div>
  );
}

/** A moment, in the time of this browser. */
function MomentField({ path, label }: { path: FieldPath; label: string }) {
  const field = useField<string | null | undefined>(path);
  const draft = useDraft();
  return (
    <div {...field.props} className="min-w-0">
      <TextField
        type="datetime-local"
        label={label}
        value={toLocalTime(field.value)}
        error={field.error}
        onChange={(text) => field.onChange(ofLocalTime(text))}
        onBlur={draft.settle}
      />
    </div>
  );
}
