import type { ImageType } from '../check-image';

/** One image on its way. */
export interface ImageUpload {
  file: Blob;
  type: ImageType;
  /** Path of the image at its host, unique, with its ending. */
  path: string;
  signal: AbortSignal;
  /** Told the share that is sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** A place where images are kept for everyone to see. */
export interface ImageHost {
  /**
   * Puts an image there and answers with its address.
   *
   * Errors: `image.refused` with the host's words, `image.answer` when they hold no address, those of `uploadExternal`.
   */
  upload(image: ImageUpload): Promise<string>;
}
