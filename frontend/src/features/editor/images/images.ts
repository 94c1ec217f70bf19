import { KeyedError } from '../../../lib/keyed-error';
import { storageError } from '../../../storage/errors';
import {
  deletePendingImage,
  pendingImageIds,
  readPendingImage,
  storePendingImage,
} from '../../../storage/pending-images';
import { eachPost } from '../../../storage/posts';
import { replaceInPosts } from '../../../storage/replace-in-posts';
import { lockImage, type PostLock } from '../../../storage/tabs';
import type { Workbench } from '../workbench';
import { checkImage } from './check-image';
import { openHost } from './hosts/open-host';
import { imagePath } from './image-path';
import { findPlaceholder, imageText, placeholder, placeholdersIn } from './placeholder';
import { fetchImage } from './rehost';
import { UploadQueue } from './upload-queue';

/** Images of the open article: uploads them to the author's host and writes their addresses into the text. */
export class Images {
  readonly queue: UploadQueue;
  readonly #workbench: Workbench;
  readonly #locks = new Map<string, PostLock>();

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.queue = new UploadQueue({
      open: () => openHost(),
      onDone: (id, name, address) => void this.#finish(id, imageText(name, address)),
      onFailed: (id, name) => void this.#put(id, placeholder('failed', id, name)),
      onRetry: (id, name) => void this.#put(id, placeholder('uploading', id, name)),
    });
  }

  /**
   * Inserts images at the cursor, in their order, and uploads them.
   *
   * An image that WeChat does not accept is refused first. Errors: `image.articleType`, `image.size`, as `checkImage`.
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
    for (const { id, file } of added) this.#send(id, file);
  }

  /** Uploads the data images of `text`, and returns the text with placeholders instead. */
  takeData(text: string): { text: string; start: () => void } {
    const added: { id: string; file: File }[] = [];
    const next = text.replace(
      /!\[([^[\]]*)\]\((data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=]+)\)/g,
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
        for (const { id, file } of added) this.#send(id, file);
      },
    };
  }

  /** Cancels an upload and removes its placeholder. */
  discard(id: string): void {
    this.queue.forget(id);
    void this.#finish(id, '');
  }

  /** The author chooses the file of a lost image again. Errors: as `checkImage`. */
  async supply(id: string, file: File): Promise<void> {
    await checkImage(file);
    void this.#keep(id, file);
    this.queue.supply(id, file);
  }

  /** Lists the unfinished uploads of the open text from earlier visits, but not those that another tab is sending. */
  async adopt(): Promise<void> {
    if (this.#workbench.store.get().isReadOnly) return;
    for (const { id, name } of placeholdersIn(this.#workbench.text)) {
      if (this.queue.has(id) || !(await this.#own(id)) || this.queue.has(id)) continue;
      const file = await readPendingImage(id).catch(() => null);
      this.queue.adopt(id, file?.name ?? name, file);
    }
  }

  /** Deletes pending files whose placeholder is in no text any more. */
  async sweep(): Promise<void> {
    const ids = new Set(await pendingImageIds());
    for (const id of ids) if (this.queue.has(id) || !(await this.#own(id))) ids.delete(id);
    if (ids.size === 0) return;
    const wanted = new Set<string>();
    await eachPost(({ content }) => {
      for (const { id } of placeholdersIn(content)) wanted.add(id);
    });
    for (const id of ids) {
      if (wanted.has(id) || this.queue.has(id)) this.#release(id);
      else this.#drop(id);
    }
  }

  #send(id: string, file: File): void {
    void this.#keep(id, file);
    this.queue.add(id, file);
  }

  /** If the file cannot be stored the upload goes on; only a closed page would lose it. */
  async #keep(id: string, file: File): Promise<void> {
    await this.#own(id);
    await storePendingImage(id, file).catch(() => undefined);
    if (!this.queue.has(id)) this.#drop(id);
  }

  #drop(id: string): void {
    this.#release(id);
    deletePendingImage(id).catch(() => undefined);
  }

  /** Locks the image for this tab. False when another tab is sending it. */
  async #own(id: string): Promise<boolean> {
    if (this.#locks.has(id)) return true;
    const lock = await lockImage(id);
    if (lock === null) return false;
    this.#locks.set(id, lock);
    return true;
  }

  #release(id: string): void {
    this.#locks.get(id)?.release();
    this.#locks.delete(id);
  }

  /**
   * Uploads an external image to the author's host and returns its new address; the text does not change.
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

  /** Replaces an image's placeholder for good. The file is deleted afterwards, so that one of the two always exists. */
  async #finish(id: string, insert: string): Promise<void> {
    if (await this.#put(id, insert)) this.#drop(id);
    else this.#release(id);
  }

  /** Replaces an image's placeholder. False when the post that holds it could not be written. */
  async #put(id: string, insert: string): Promise<boolean> {
    const { text } = this.#workbench;
    const found = findPlaceholder(text, id);
    if (found !== null) {
      if (text.slice(found.from, found.to) !== insert) {
        this.#workbench.splice(found.from, found.to, insert);
      }
      return true;
    }
    try {
      // The author has opened another post meanwhile; the image belongs to the post where it was inserted.
      await replaceInPosts(id, this.#workbench.post?.id ?? null, (other) => {
        const there = findPlaceholder(other, id);
        return there === null ? null : other.slice(0, there.from) + insert + other.slice(there.to);
      });
      return true;
    } catch (error) {
      this.#workbench.store.set({ save: { kind: 'failed', error: storageError(error) } });
      return false;
    }
  }
}

/** Checks that a host is configured; throws `image.noHost` when there is none. */
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
