import { isAbort } from '../../../api/external-fetch';
import { KeyedError } from '../../../lib/keyed-error';
import { Store } from '../../../lib/store';
import { checkImage } from './check-image';
import type { ImageHost } from './hosts/host';
import { imagePath } from './image-path';

export type UploadState = 'waiting' | 'uploading' | 'failed' | 'canceled';

/** One image on its way, as the screen shows it. Finished ones leave the list. */
export interface Upload {
  id: string;
  name: string;
  state: UploadState;
  /** Share that is sent, 0 to 1. */
  progress: number;
  /** Why it failed. */
  error: unknown;
  /** Its file is gone: the author has to pick it again. */
  needsFile: boolean;
}

interface QueueHost {
  open(): Promise<ImageHost>;
  /** The image has its address. */
  onDone(id: string, name: string, address: string): void;
  /** It failed or was canceled; it can be tried again. */
  onFailed(id: string, name: string): void;
  /** It is tried again. */
  onRetry(id: string, name: string): void;
}

/** Parallel uploads. */
const AT_ONCE = 3;

/** Uploads in their order, a few at once; each can be canceled and tried again. */
export class UploadQueue {
  readonly store = new Store<{ uploads: readonly Upload[] }>({ uploads: [] });
  readonly #host: QueueHost;
  readonly #files = new Map<string, File>();
  readonly #running = new Map<string, AbortController>();

  constructor(host: QueueHost) {
    this.#host = host;
  }

  has(id: string): boolean {
    return this.#uploads.some((upload) => upload.id === id);
  }

  /** Takes over an unfinished upload of an earlier visit; `file` is null when it is lost. */
  adopt(id: string, name: string, file: File | null): void {
    if (file !== null) this.#files.set(id, file);
    const error = new KeyedError(file === null ? 'image.lost' : 'image.interrupted', name);
    const needsFile = file === null;
    this.#set([...this.#uploads, { id, name, state: 'failed', progress: 0, error, needsFile }]);
    this.#host.onFailed(id, name);
  }

  /** The author has chosen the file of a lost image again: uploads it. */
  supply(id: string, file: File): void {
    this.#files.set(id, file);
    this.#change(id, { name: file.name, needsFile: false });
    this.retry(id);
  }

  add(id: string, file: File): void {
    this.#files.set(id, file);
    this.#set([
      ...this.#uploads,
      { id, name: file.name, state: 'waiting', progress: 0, error: null, needsFile: false },
    ]);
    this.#next();
  }

  cancel(id: string): void {
    const running = this.#running.get(id);
    if (running !== undefined) running.abort();
    else this.#fail(id, 'canceled', null);
  }

  retry(id: string): void {
    const upload = this.#uploads.find((one) => one.id === id);
    if (upload === undefined) return;
    this.#change(id, { state: 'waiting', progress: 0, error: null });
    this.#host.onRetry(id, upload.name);
    this.#next();
  }

  /** Retries a failed upload. */
  retryAll(): void {
    for (const { id, state, needsFile } of this.#uploads) {
      if (!needsFile && (state === 'failed' || state === 'canceled')) this.retry(id);
    }
  }

  /** Removes a failed upload; the caller removes its placeholder from the text. */
  forget(id: string): void {
    this.#files.delete(id);
    this.#set(this.#uploads.filter((upload) => upload.id !== id));
  }

  get #uploads(): readonly Upload[] {
    return this.store.get().uploads;
  }

  #next(): void {
    for (const upload of this.#uploads) {
      if (this.#running.size >= AT_ONCE) return;
      if (upload.state === 'waiting' && !this.#running.has(upload.id)) void this.#run(upload);
    }
  }

  async #run({ id, name }: Upload): Promise<void> {
    const file = this.#files.get(id);
    if (file === undefined) return;
    const control = new AbortController();
    this.#running.set(id, control);
    this.#change(id, { state: 'uploading' });
    try {
      const type = await checkImage(file);
      const host = await this.#host.open();
      const address = await host.upload({
        file,
        type,
        path: imagePath(type),
        signal: control.signal,
        onProgress: (progress) => this.#change(id, { progress }),
      });
      this.forget(id);
      this.#host.onDone(id, name, address);
    } catch (error) {
      if (isAbort(error)) this.#fail(id, 'canceled', null);
      else this.#fail(id, 'failed', error);
    } finally {
      this.#running.delete(id);
      this.#next();
    }
  }

  #fail(id: string, state: 'failed' | 'canceled', error: unknown): void {
    const upload = this.#uploads.find((one) => one.id === id);
    if (upload === undefined) return;
    this.#change(id, { state, error });
    this.#host.onFailed(id, upload.name);
  }

  #change(id: string, changes: Partial<Upload>): void {
    this.#set(this.#uploads.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  }

  #set(uploads: readonly Upload[]): void {
    this.store.set({ uploads });
  }
}
