import { SAVE_RETRY_MS } from '../../../config/constants';
import { debounce } from '../../../lib/debounce';
import { type StorageError, storageError } from '../../../storage/errors';
import type { EditorSettings } from '../../../storage/settings';

type Changes = Partial<EditorSettings>;

/** Writes the settings that change. What could not be written is tried again after a pause and with the next change. */
export class SettingsSaver {
  readonly #write: (changes: Changes) => Promise<unknown>;
  readonly #onError: (error: StorageError | null) => void;
  readonly #retry = debounce(SAVE_RETRY_MS, () => void this.#run());
  #pending: Changes = {};
  #isWriting = false;

  /** `onError` hears why settings are not stored, and null as soon as they are. */
  constructor(
    write: (changes: Changes) => Promise<unknown>,
    onError: (error: StorageError | null) => void,
  ) {
    this.#write = write;
    this.#onError = onError;
  }

  /** Something could not be written so far. */
  get isFailing(): boolean {
    return this.#retry.isDue();
  }

  change(changes: Changes): void {
    this.#pending = { ...this.#pending, ...changes };
    if (!this.#isWriting) void this.#run();
  }

  async #run(): Promise<void> {
    this.#retry.cancel();
    this.#isWriting = true;
    while (Object.keys(this.#pending).length > 0) {
      const changes = this.#pending;
      this.#pending = {};
      try {
        await this.#write(changes);
        this.#onError(null);
      } catch (error) {
        // What has changed meanwhile is newer.
        this.#pending = { ...changes, ...this.#pending };
        this.#onError(storageError(error));
        this.#retry.schedule();
        break;
      }
    }
    this.#isWriting = false;
  }
}
