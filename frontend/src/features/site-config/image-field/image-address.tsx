import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteImage } from '../../../api/site-settings';
import { errorText } from '../../../i18n/error-text';
import { isImageAddress } from '../../../lib/addresses/site-address';
import { KeyedError } from '../../../lib/keyed-error';
import { Button } from '../../../ui/buttons/button';
import { TextField } from '../../../ui/fields/text-field';

interface ImageAddressProps {
  onDone: (image: SiteImage) => void;
  onCancel: () => void;
}

/** Takes an image that lies elsewhere, once it could be loaded from there. */
export function ImageAddress({ onDone, onCancel }: ImageAddressProps) {
  const { t } = useTranslation('siteConfig');
  const [url, setUrl] = useState('');
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<string>();
  const load = async () => {
    setIsLoading(true);
    try {
      onDone(await imageAt(url.trim()));
    } catch (failure) {
      setError(errorText(t, failure));
      setIsLoading(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the tab is not sent.
    event.stopPropagation();
    void load();
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="flex flex-col gap-2">
      <TextField
        label={t('image.address')}
        type="url"
        placeholder="https://"
        value={url}
        error={error}
        onChange={(next) => {
          setUrl(next);
          setError(undefined);
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="secondary" disabled={url.trim() === '' || isLoading}>
          {t(isLoading ? 'image.loading' : 'image.use')}
        </Button>
        <Button onClick={onCancel}>{t('image.cancel')}</Button>
      </div>
    </form>
  );
}

/** The image at an address, with its size. Errors: `image.address`, `image.notLoaded`. */
async function imageAt(url: string): Promise<SiteImage> {
  if (!isImageAddress(url)) throw new KeyedError('image.address', url);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    throw new KeyedError('image.notLoaded', url, error);
  }
  return { url, alt: '', width: image.naturalWidth, height: image.naturalHeight };
}
