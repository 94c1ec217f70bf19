import { EDITOR_IMAGE_MAX_BYTES } from '../../config/limits';
import { typeOf } from '../../lib/images/image-type';
import { localAddress } from '../../lib/images/local-image';
import { encoded } from '../archive/pictures';
import { localImageNameOf } from '../local-images';
import type { ImportFile, LeftOutReason } from './model';

export const IMAGE = /\.(png|jpe?g|gif|webp|svg|bmp|avif|tiff?|ico)$/i;
/** Most characters of picture data in one text; a longer text could not be edited. */
const DATA_MAX_CHARS = 50_000_000;

interface KnownImage {
  /** What a text names it by; null when it cannot be taken. */
  name: string | null;
  /** WebP is no format of the editor's images: it stands in the text as data. */
  isData: boolean;
  refused: LeftOutReason | null;
  bytes: Uint8Array;
}

/** The images among the files of an import, and which of them its texts use. */
export class ImportImages {
  readonly #known: ReadonlyMap<string, KnownImage>;
  readonly #used = new Set<string>();
  readonly #data = new Map<string, string>();

  private constructor(known: ReadonlyMap<string, KnownImage>) {
    this.#known = known;
  }

  /** Names every image after its content. */
  static async of(files: readonly ImportFile[]): Promise<ImportImages> {
    const known = new Map<string, KnownImage>();
    for (const { path, bytes } of files) known.set(path, await knownImage(bytes));
    return new ImportImages(known);
  }

  paths(): string[] {
    return [...this.#known.keys()];
  }

  has(path: string): boolean {
    return this.#known.has(path);
  }

  /** The address that a text names the image by, or null when it cannot be taken. `room`: characters of data left. */
  take(path: string, room: { chars: number }): string | null {
    const image = this.#known.get(path);
    if (image === undefined || image.refused !== null) return null;
    if (image.isData) {
      const data = this.#data.get(path) ?? `data:image/webp;base64,${encoded(image.bytes)}`;
      this.#data.set(path, data);
      if (data.length > room.chars) return null;
      room.chars -= data.length;
      this.#used.add(path);
      return data;
    }
    this.#used.add(path);
    return image.name === null ? null : localAddress(image.name);
  }

  /** The used ones by the name that the browser keeps them under. */
  kept(): Map<string, Uint8Array> {
    const kept = new Map<string, Uint8Array>();
    for (const path of this.#used) {
      const image = this.#known.get(path);
      if (image?.name) kept.set(image.name, image.bytes);
    }
    return kept;
  }

  leftOut(): { path: string; reason: LeftOutReason }[] {
    return [...this.#known]
      .filter(([path]) => !this.#used.has(path))
      .map(([path, { refused }]) => ({ path, reason: refused ?? 'unusedImage' }));
  }

  static room(): { chars: number } {
    return { chars: DATA_MAX_CHARS };
  }
}

async function knownImage(bytes: Uint8Array): Promise<KnownImage> {
  const refused = (reason: LeftOutReason) => ({
    name: null,
    isData: false,
    refused: reason,
    bytes,
  });
  if (bytes.length > EDITOR_IMAGE_MAX_BYTES) return refused('imageTooLarge');
  const name = await localImageNameOf(bytes);
  if (name !== null) return { name, isData: false, refused: null, bytes };
  if (isWebp(bytes)) return { name: null, isData: true, refused: null, bytes };
  return refused('imageFormat');
}

function isWebp(bytes: Uint8Array): boolean {
  const letters = String.fromCharCode(...bytes.subarray(0, 12));
  return letters.startsWith('RIFF') && letters.endsWith('WEBP') && typeOf(bytes) === null;
}
