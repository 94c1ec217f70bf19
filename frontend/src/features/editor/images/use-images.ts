import { createContext, useContext, useSyncExternalStore } from 'react';
import { readPrivate } from '../../../storage/private-settings';
import type { Images } from './images';
import type { Upload } from './upload-queue';

export const ImagesContext = createContext<Images | null>(null);

/** Images of the open article. */
export function useImages(): Images {
  const images = useContext(ImagesContext);
  if (images === null) throw new Error('no images above this component');
  return images;
}

/** Moves an image to the author's host and returns its new address; null while no host is set. */
export function useRehost(): ((address: string) => Promise<string>) | null {
  const images = useImages();
  return readPrivate('imageHost') === null ? null : images.rehost;
}

export function useUploads(): readonly Upload[] {
  const { store } = useImages().queue;
  return useSyncExternalStore(store.subscribe, () => store.get().uploads);
}
