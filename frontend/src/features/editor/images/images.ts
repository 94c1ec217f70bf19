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

/** Images of the open article: they go to the author's host, and their addresses into the text. */
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
    for (const { id, file } of added) this.#send(id, file);
  }

  /** Uploads images that stand in `text` as data, and answers with the text that has placeholders instead. */
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

  /** Gives up on an image: its placeholder goes, too. */
  discard(id: string): void {
    this.queue.forget(id);
    void this.#finish(id, '');
  }

  /** The author picks the file of a lost image again. Errors: as `checkImage`. */
  async supply(id: string, file: File): Promise<void> {
    await checkImage(file);
    void this.#keep(id, file);
    this.queue.supply(id, file);
  }

  /** Offers anew what an earlier page left unsent in the open text; what another tab sends stays its own. */
  async adopt(): Promise<void> {
    if (this.#workbench.store.get().isReadOnly) return;
    for (const { id, name } of placeholdersIn(this.#workbench.text)) {
      if (this.queue.has(id) || !(await this.#own(id)) || this.queue.has(id)) continue;
      const file = await readPendingImage(id).catch(() => null);
      this.queue.adopt(id, file?.name ?? name, file);
    }
  }

  /** Drops kept files whose place no text has any more. */
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

  /** Without room for it the image is sent all the same; only a closed page would lose it. */
  async #keep(id: string, file: File): Promise<void> {
    await this.#own(id);
    await storePendingImage(id, file).catch(() => undefined);
    if (!this.queue.has(id)) this.#drop(id);
  }

  #drop(id: string): void {
    this.#release(id);
    deletePendingImage(id).catch(() => undefined);
  }

  /** Says to the other tabs that this one sends the image. False when another one does. */
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

  /** The last text for an image; its file stays until that text stands, or neither would be left. */
  async #finish(id: string, insert: string): Promise<void> {
    if (await this.#put(id, insert)) this.#drop(id);
    else this.#release(id);
  }

  /** Puts a text in the place of an image. False when the post that holds it could not be written. */
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
      // The author has opened another post meanwhile; the image belongs to the one where it was put.
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
