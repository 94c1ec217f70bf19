import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';
import { toast } from '../../../ui/states/toast';
import type { Images } from './images';
import { useImages } from './use-images';

/** Inserts images as {@link Images.insert}. Says why one is refused. */
export function useInsertImages(): (files: readonly File[]) => void {
  const { t } = useTranslation('tools');
  const images = useImages();
  return useCallback(
    (files) => {
      images.insert(files).catch((error: unknown) => {
        const isStorage = error instanceof KeyedError && error.key.startsWith('storage.');
        if (isStorage) {
          toast.failure(t('images.notKept'), { id: 'image', description: errorText(t, error) });
        } else toast.failure(errorText(t, error), { id: 'image' });
      });
    },
    [images, t],
  );
}
