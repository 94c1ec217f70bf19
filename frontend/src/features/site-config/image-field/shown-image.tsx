import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteImage } from '../../../api/site-settings';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import type { ImagePurpose } from './image-purposes';

interface ShownImageProps {
  image: SiteImage;
  purpose: ImagePurpose;
  onReplace: () => void;
  onRemove: () => void;
}

/** The picture of a field, with its size and what can be done with it. */
export function ShownImage({ image, purpose, onReplace, onRemove }: ShownImageProps) {
  const { t } = useTranslation('siteConfig');
  const [lost, setLost] = useState<string | null>(null);
  const isSmall = image.width > 0 && image.width < purpose.width && !image.url.endsWith('.svg');
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line p-2">
      <span className="relative grid h-16 w-24 shrink-0 place-items-center overflow-hidden rounded-md bg-canvas">
        {lost === image.url ? (
          <span className="px-2 text-center text-2xs text-danger">{t('image.lost')}</span>
        ) : (
          <img
            src={image.url}
            alt={image.alt}
            // In the flow a square picture would make its row higher than the frame.
            className="absolute inset-0 size-full object-contain"
            onError={() => setLost(image.url)}
          />
        )}
      </span>
      <span className="flex min-w-0 grow flex-col gap-1">
        {image.width > 0 && (
          <span className="text-ink-faint text-xs tabular-nums">
            {`${image.width} × ${image.height}`}
          </span>
        )}
        {isSmall && (
          <span className="text-caution text-xs">
            {t('image.small', { width: purpose.width, height: purpose.height })}
          </span>
        )}
        <span className="flex items-center gap-1">
          <Button size="sm" variant="secondary" onClick={onReplace}>
            <RefreshCw size={14} strokeWidth={1.75} aria-hidden />
            <span>{t('image.replace')}</span>
          </Button>
          <IconButton icon={Trash2} size="iconSm" label={t('image.remove')} onClick={onRemove} />
        </span>
      </span>
    </div>
  );
}
