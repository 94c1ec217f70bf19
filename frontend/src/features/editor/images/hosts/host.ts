import type { ImageType } from '../../../../lib/images/image-type';

/** One image to upload. */
export interface ImageUpload {
  file: Blob;
  type: ImageType;
  /** Path of the image at its host, unique, with its ending. */
  path: string;
  signal: AbortSignal;
  /** Called with the share that is sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** A host for public images. */
export interface ImageHost {
  /**
   * Uploads an image and returns its address.
   *
   * Errors: `image.refused` with the host's words, `image.answer` when they hold no address, those of `uploadExternal`.
   */
  upload(image: ImageUpload): Promise<string>;
}
