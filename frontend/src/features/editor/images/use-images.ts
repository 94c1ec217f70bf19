import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Images } from './images';
import type { Upload } from './upload-queue';

export const ImagesContext = createContext<Images | null>(null);

/** Images of the open article. */
export function useImages(): Images {
  const images = useContext(ImagesContext);
  if (images === null) throw new Error('no images above this component');
  return images;
}

export function useUploads(): readonly Upload[] {
  const { store } = useImages().queue;
  return useSyncExternalStore(store.subscribe, () => store.get().uploads);
}
