import { articleImage } from '../../../lib/images/article-image';
import { checkImage } from '../../../lib/images/image-type';
import { localImageName, localImageNames, withLocalImages } from '../../../lib/images/local-image';
import { KeyedError } from '../../../lib/keyed-error';
import { readPrivate } from '../../../storage/private-settings';
import type { HeldPlace, Workbench } from '../workbench';
import { changeStoredPost } from '../workbench/stored-post';
import { openHost } from './hosts/open-host';
import { imagePath } from './image-path';
import { imageText, inArticle } from './image-text';
import { keepImage, localFile, sweepLocalImages } from './local-images';
import { fetchImage } from './rehost';
import { UploadQueue } from './upload-queue';

/** Local images that are at the host now. */
interface MovedImages {
  /** Their addresses there, by name. */
  addresses: ReadonlyMap<string, string>;
  /** The posts that name them. */
  postIds: readonly string[];
}

/**
 * Images of the open article. This browser keeps each; where a host is set, its address there replaces the local one.
 */
export class Images {
  readonly queue: UploadQueue;
  /** Called when uploads have ended and the text names the images at their host. */
  onMoved: (moved: MovedImages) => void = () => undefined;
  readonly #workbench: Workbench;
  /** Post that an upload was started in, by the image's name. */
  readonly #posts = new Map<string, string>();
  readonly #moved = new Map<string, string>();

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.queue = new UploadQueue({
      open: () => openHost(),
      onDone: (name, address) => this.#moved.set(name, address),
      onIdle: () => void this.#rewrite(),
    });
  }

  /**
   * Inserts images in their order, and sends them to the host if there is one: at the cursor as it is now, but behind the
   * front matter, whatever the author does until they are kept.
   *
   * Errors: those of {@link articleImage}, before anything is inserted, and of {@link HeldPlace.insert}.
   */
  insert(files: readonly File[]): Promise<void> {
    return this.#workbench.holdPlace((held) => this.#insertAt(held, files));
  }

  async #insertAt(held: HeldPlace, files: readonly File[]): Promise<void> {
    const fit: File[] = [];
    for (const file of files) fit.push(await articleImage(file));
    const kept: { file: File; address: string }[] = [];
    for (const file of fit) kept.push({ file, address: await keepImage(file) });
    if (kept.length === 0) return;
    const written = kept.map(({ file, address }) => imageText(file.name, address));
    await held.insert(written.join('\n\n'), inArticle);
    if (readPrivate('imageHost') === null) return;
    for (const { file, address } of kept) {
      this.#send(localImageName(address) ?? '', file, held.postId);
    }
  }

  /** Sends the local images of the open text to the host. Errors: `image.noHost`, `image.lost`, {@link StorageError}. */
  async uploadAll(): Promise<void> {
    await openHost();
    let nLost = 0;
    for (const name of localImageNames(this.#workbench.text)) {
      if (this.queue.isRunning(name)) continue;
      const file = await localFile(`images/${name}`);
      if (file === null) nLost += 1;
      else this.#send(name, file, this.#workbench.post?.id ?? null);
    }
    if (nLost > 0) throw new KeyedError('image.lost', String(nLost));
  }

  /** Puts the local addresses back. Errors: as {@link HeldPlace.insert}. */
  async takeBack({ addresses, postIds }: MovedImages): Promise<void> {
    const localOf = (text: string) =>
      [...addresses].reduce(
        (now, [name, address]) => now.replaceAll(address, `images/${name}`),
        text,
      );
    for (const id of postIds) await this.#workbench.changeTextOf(id, localOf);
  }

  /** Deletes images that nothing has named for long. */
  sweep(): Promise<void> {
    return sweepLocalImages(this.#workbench.text);
  }

  /**
   * Uploads an image to the author's host and returns its new address; the text does not change.
   *
   * Errors: `image.noHost`, `image.fetch` when its own host does not give it to pages, `image.lost` when this browser
   * does not have it, those of the upload.
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

  /**
   * Moves an image of a post to the author's host, whichever post is open when it is there.
   *
   * Errors: those of {@link rehost} and {@link HeldPlace.insert}.
   */
  async moveToHost(postId: string | null, address: string): Promise<void> {
    const next = await this.rehost(address);
    await this.#workbench.changeTextOf(postId, (text) =>
      text
        .replaceAll(`](<${address}>`, () => `](${next}`)
        // A longer address may begin alike.
        .split(`](${address}`)
        .reduce((before, after) => `${before}](${/^[\s)]/.test(after) ? next : address}${after}`),
    );
  }

  #send(name: string, file: File, postId: string | null): void {
    if (postId !== null) this.#posts.set(name, postId);
    this.queue.add(name, file);
  }

  /** Writes the new addresses into the texts, as one step each. */
  async #rewrite(): Promise<void> {
    const moved = new Map(this.#moved);
    this.#moved.clear();
    if (moved.size === 0) return;
    const to = (name: string) => moved.get(name) ?? null;
    const { post, text } = this.#workbench;
    // Another tab writes the post meanwhile: the local addresses hold there too.
    const { isReadOnly } = this.#workbench.store.get();
    const posts = new Set([...moved.keys()].map((name) => this.#posts.get(name)));
    for (const name of moved.keys()) this.#posts.delete(name);
    const postIds: string[] = [];
    const next = withLocalImages(text, to);
    if (!isReadOnly && next !== text) {
      this.#workbench.changeText(next);
      if (post !== null) postIds.push(post.id);
    }
    for (const id of posts) {
      if (id === undefined || id === post?.id) continue;
      if (await rewritePost(id, to)) postIds.push(id);
    }
    this.onMoved({ addresses: moved, postIds });
  }
}

/** Another post: the author has gone on meanwhile. One that a tab is writing keeps its local addresses: false. */
async function rewritePost(id: string, to: (name: string) => string | null): Promise<boolean> {
  try {
    await changeStoredPost(id, ({ content }) => ({ content: withLocalImages(content, to) }));
    return true;
  } catch {
    // The local images are still there, and so is their place in the text.
    return false;
  }
}
