import { isAbort } from '../../../api/external-fetch';
import { checkImage } from '../../../lib/images/image-type';
import { Store } from '../../../lib/store';
import type { ImageHost } from './hosts/host';
import { imagePath } from './image-path';

export type UploadState = 'waiting' | 'uploading' | 'failed' | 'canceled';

/** One image on its way, as the screen shows it. Finished ones leave the list. */
export interface Upload {
  /** Name of the local image. */
  id: string;
  /** Name of the file that the author chose. */
  name: string;
  state: UploadState;
  /** Share that is sent, 0 to 1. */
  progress: number;
  /** Why it failed. */
  error: unknown;
}

interface QueueHost {
  open(): Promise<ImageHost>;
  /** The image has its address. */
  onDone(id: string, address: string): void;
  /** Nothing waits or runs any more; some uploads may have failed. */
  onIdle(): void;
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

  /** The upload waits or runs. */
  isRunning(id: string): boolean {
    return this.#uploads.some((one) => one.id === id && isPending(one.state));
  }

  /** Uploads an image; one that failed before is tried again. */
  add(id: string, file: File): void {
    if (this.isRunning(id)) return;
    this.#files.set(id, file);
    const others = this.#uploads.filter((upload) => upload.id !== id);
    this.#set([...others, { id, name: file.name, state: 'waiting', progress: 0, error: null }]);
    this.#next();
  }

  cancel(id: string): void {
    const running = this.#running.get(id);
    if (running !== undefined) running.abort();
    else {
      this.#fail(id, 'canceled', null);
      this.#tellIdle();
    }
  }

  retry(id: string): void {
    this.#change(id, { state: 'waiting', progress: 0, error: null });
    this.#next();
  }

  /** Retries a failed upload. */
  retryAll(): void {
    for (const { id, state } of this.#uploads) if (!isPending(state)) this.retry(id);
  }

  /** Takes an upload off the list. */
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

  async #run({ id }: Upload): Promise<void> {
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
      this.#host.onDone(id, address);
    } catch (error) {
      if (isAbort(error)) this.#fail(id, 'canceled', null);
      else this.#fail(id, 'failed', error);
    } finally {
      this.#running.delete(id);
      this.#next();
      this.#tellIdle();
    }
  }

  #tellIdle(): void {
    if (!this.#uploads.some(({ state }) => isPending(state))) this.#host.onIdle();
  }

  #fail(id: string, state: 'failed' | 'canceled', error: unknown): void {
    this.#change(id, { state, error });
  }

  #change(id: string, changes: Partial<Upload>): void {
    this.#set(this.#uploads.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  }

  #set(uploads: readonly Upload[]): void {
    this.store.set({ uploads });
  }
}

function isPending(state: UploadState): boolean {
  return state === 'waiting' || state === 'uploading';
}
