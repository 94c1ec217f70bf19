import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import { needHost } from './images';
import { useImages } from './use-images';

/** Inserts images at the cursor. Shows why an image is refused, and opens the settings when no host is set. */
export function useInsertImages(): (files: readonly File[]) => void {
  const { t } = useTranslation('tools');
  const { store } = useWorkbench();
  const images = useImages();
  return useCallback(
    (files) => {
      needHost()
        .then(() => images.insert(files))
        .catch((error: unknown) => {
          const isUnset = error instanceof KeyedError && error.key === 'image.noHost';
          toast.failure(errorText(t, error), {
            id: 'image',
            ...(isUnset
              ? {
                  action: {
                    label: t('images.setUp'),
                    onSelect: () => store.set({ dialog: 'images' }),
                  },
                }
              : {}),
          });
        });
    },
    [images, store, t],
  );
}
