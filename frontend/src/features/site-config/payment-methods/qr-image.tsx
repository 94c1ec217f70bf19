import { DropZone } from '../image-field/drop-zone';
import { IMAGE_PURPOSES } from '../image-field/image-purposes';
import { ShownImage } from '../image-field/shown-image';
import { UploadStatus } from '../image-field/upload-status';
import { useImageUpload } from '../image-field/use-image-upload';

interface QrImageProps {
  label: string;
  /** Address of the image; empty for none. */
  url: string;
  error: string | undefined;
  onChange: (url: string) => void;
}

/** The image of a code that readers scan to pay. */
export function QrImage({ label, url, error, onChange }: QrImageProps) {
  const purpose = IMAGE_PURPOSES.qrCode;
  const upload = useImageUpload(purpose, (image) => onChange(image.url));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-ink-soft text-xs">{label}</legend>
      <DropZone purpose={purpose} onFile={upload.take} isFilled={url !== ''} label={label}>
        {(choose) => (
          <ShownImage
            image={{ url, alt: label, width: 0, height: 0 }}
            purpose={purpose}
            onReplace={choose}
            onRemove={() => onChange('')}
          />
        )}
      </DropZone>
      <UploadStatus upload={upload} />
      {error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}
