import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { SliderRow } from '../../../ui/fields/slider-row';
import type { ImagePurpose } from './image-purposes';
import type { Area } from './prepare-image';

interface CropDialogProps {
  file: File;
  purpose: ImagePurpose;
  /** The chosen part; null for the whole picture. */
  onCut: (area: Area | null) => void;
  onCancel: () => void;
}

const MAX_ZOOM_PERCENT = 400;
/** CSS pixels by which an arrow key moves the picture. */
const KEY_STEP_PX = 8;

/** Cuts a picture to the shape of its place, by mouse, finger or arrow keys. */
export function CropDialog({ file, purpose, onCut, onCancel }: CropDialogProps) {
  const { t } = useTranslation('siteConfig');
  const address = useObjectUrl(file);
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const { width, height } = purpose;
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title={t('image.cropTitle')}
      description={t('image.cropText', { width, height })}
      actions={
        <>
          <Button onClick={() => onCut(null)}>{t('image.cropNot')}</Button>
          <Button variant="primary" disabled={area === null} onClick={() => onCut(area)}>
            {t('image.crop')}
          </Button>
        </>
      }
    >
      <div className="relative h-[min(380px,46dvh)] overflow-hidden rounded-lg bg-canvas">
        {address !== null && (
          <Cropper
            image={address}
            aspect={width / height}
            crop={place}
            zoom={zoom}
            maxZoom={MAX_ZOOM_PERCENT / 100}
            keyboardStep={KEY_STEP_PX}
            disableAutomaticStylesInjection
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ alt: '' }}
            cropperProps={{ 'aria-label': t('image.cropArea') }}
          />
        )}
      </div>
      <div className="pt-4">
        <SliderRow
          label={t('image.zoom')}
          text={`${Math.round(zoom * 100)}%`}
          value={Math.round(zoom * 100)}
          min={100}
          max={MAX_ZOOM_PERCENT}
          step={5}
          onChange={(percent) => setZoom(percent / 100)}
          resetLabel={t('image.zoomReset')}
          onReset={zoom === 1 ? undefined : () => setZoom(1)}
        />
      </div>
    </Dialog>
  );
}

/** An address of a file as long as it is shown. */
function useObjectUrl(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address;
}
