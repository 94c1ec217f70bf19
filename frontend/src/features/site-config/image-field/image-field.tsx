import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteImage } from '../../../api/site-settings';
import type { FieldPath } from '../draft/path';
import { useField } from '../draft/use-draft';
import { BoundText } from '../fields/bound-fields';
import { CropDialog } from './crop-dialog';
import { DropZone } from './drop-zone';
import { ImageAddress } from './image-address';
import { IMAGE_PURPOSES, type ImagePurposeName } from './image-purposes';
import { ShownImage } from './shown-image';
import { UploadStatus } from './upload-status';
import { useImageUpload } from './use-image-upload';

interface ImageFieldProps {
  path: FieldPath;
  label: string;
  /** What the image is for: its types, bytes and shape. */
  purpose: ImagePurposeName;
  /** The field holds an image at all times, whose address is empty at first; else nothing stands for none. */
  isFixed?: boolean;
  /** The image says nothing that the text beside it does not say, such as a logo beside a name. */
  hasNoAlt?: boolean;
}

/** An image of a site: chosen, dropped, pasted or by its address; cut, compressed and sent. */
export function ImageField({
  path,
  label,
  purpose: name,
  isFixed = false,
  hasNoAlt = false,
}: ImageFieldProps) {
  const { t } = useTranslation('siteConfig');
  const field = useField<SiteImage | null | undefined>(path);
  const address = useField<string | undefined>(`${path}.url`);
  const purpose = IMAGE_PURPOSES[name];
  const image = field.value?.url ? field.value : null;
  const [isByAddress, setIsByAddress] = useState(false);
  const handleDone = (next: SiteImage) => {
    setIsByAddress(false);
    // What an author has written about the place is kept for another picture.
    field.onChange({ ...next, alt: image?.alt || next.alt });
  };
  const upload = useImageUpload(purpose, handleDone);
  const remove = () => field.onChange(isFixed ? { url: '', alt: '', width: 0, height: 0 } : null);
  const error = field.error ?? address.error;
  return (
    <fieldset {...field.props} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-ink-soft text-xs">{label}</legend>
      <DropZone purpose={purpose} onFile={upload.take} isFilled={image !== null} label={label}>
        {(choose) =>
          image === null ? null : (
            <ShownImage image={image} purpose={purpose} onReplace={choose} onRemove={remove} />
          )
        }
      </DropZone>
      <UploadStatus upload={upload} />
      {error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
      {image !== null && !hasNoAlt && (
        <BoundText
          path={`${path}.alt`}
          label={t('image.alt')}
          hint={image.alt === '' ? t('image.altHint') : undefined}
        />
      )}
      {isByAddress ? (
        <ImageAddress onDone={handleDone} onCancel={() => setIsByAddress(false)} />
      ) : (
        <button
          type="button"
          onClick={() => setIsByAddress(true)}
          className="self-start text-accent-text text-xs hover:underline pointer-coarse:py-2"
        >
          {t('image.byAddress')}
        </button>
      )}
      {upload.state.kind === 'cutting' && (
        <CropDialog
          file={upload.state.file}
          purpose={purpose}
          onCut={upload.cut}
          onCancel={upload.cancel}
        />
      )}
    </fieldset>
  );
}
