import { KeyedError } from '../../../lib/keyed-error';
import { storageError } from '../../../storage/errors';
import { replaceInPosts } from '../../../storage/replace-in-posts';
import type { Workbench } from '../workbench';
import { checkImage } from './check-image';
import { openHost } from './hosts/open-host';
import { imagePath } from './image-path';
import { findPlaceholder, imageText, placeholder } from './placeholder';
import { fetchImage } from './rehost';
import { UploadQueue } from './upload-queue';

/** Images of the open article: they go to the author's host, and their addresses into the text. */
export class Images {
  readonly queue: UploadQueue;
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.queue = new UploadQueue({
      open: () => openHost(),
      onDone: (id, name, address) => this.#put(id, imageText(name, address)),
      onFailed: (id, name) => this.#put(id, placeholder('failed', id, name)),
      onRetry: (id, name) => this.#put(id, placeholder('uploading', id, name)),
    });
  }

  /**
   * Puts images at the cursor, in their order, and uploads them.
   *
   * What is no image that WeChat takes is refused first. Errors: `image.articleType`, `image.size`, as `checkImage`.
   */
  async insert(files: readonly File[]): Promise<void> {
    for (const file of files) await checkImage(file);
    const source = this.#workbench.source;
    if (source === null || files.length === 0) return;
    const added = files.map((file) => ({ file, id: newId() }));
    const insert = added
      .map(({ id, file }) => placeholder('uploading', id, file.name))
      .join('\n\n');
    const { start, end } = source.selected();
    const cursor = start + insert.length;
    source.apply({ from: start, to: end, insert, selectStart: cursor, selectEnd: cursor });
    for (const { id, file } of added) this.queue.add(id, file);
  }

  /** Uploads images that stand in `text` as data, and answers with the text that has placeholders instead. */
  takeData(text: string): { text: string; start: () => void } {
    const added: { id: string; file: File }[] = [];
    const next = text.replace(
      /!\[([^\]]*)\]\((data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=]+)\)/g,
      (_, alt: string, data: string) => {
        const id = newId();
        const file = fileOf(data, alt || 'image');
        added.push({ id, file });
        return placeholder('uploading', id, file.name);
      },
    );
    return {
      text: next,
      start: () => {
        for (const { id, file } of added) this.queue.add(id, file);
      },
    };
  }

  /** Gives up on an image: its placeholder goes, too. */
  discard(id: string): void {
    this.queue.forget(id);
    this.#put(id, '');
  }

  /**
   * Puts an image from anywhere onto the author's host and answers with its new address; the text is left as it is.
   *
   * Errors: `image.noHost`, `image.fetch` when its own host does not give it to pages, those of the upload.
   */
  readonly rehost = async (address: string): Promise<string> => {
    const host = await openHost();
    const file = await fetchImage(address);
    const type = await checkImage(file);
    return host.upload({
      file,
      type,
      path: imagePath(type),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  };

  #put(id: string, insert: string): void {
    const { text } = this.#workbench;
    const found = findPlaceholder(text, id);
    if (found !== null) {
      this.#workbench.splice(found.from, found.to, insert);
      return;
    }
    // The author has opened another post meanwhile; the image belongs to the one where it was put.
    replaceInPosts(id, this.#workbench.post?.id ?? null, (other) => {
      const there = findPlaceholder(other, id);
      return there === null ? null : other.slice(0, there.from) + insert + other.slice(there.to);
    }).catch((error: unknown) => {
      this.#workbench.store.set({ save: { kind: 'failed', error: storageError(error) } });
    });
  }
}

/** What the author's host is asked for at first; throws `image.noHost` when there is none. */
export async function needHost(): Promise<void> {
  await openHost();
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function fileOf(data: string, name: string): File {
  const [head = '', body = ''] = data.split(',');
  const mime = /data:([^;]+)/.exec(head)?.[1] ?? 'image/png';
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  if (bytes.length === 0) throw new KeyedError('image.articleType', name);
  const ending = mime === 'image/jpeg' ? 'jpg' : mime.slice('image/'.length);
  return new File([bytes], `${name}.${ending}`, { type: mime });
}
