/** An error whose `key` picks the words on screen; `message` is for the console and for unknown keys. */
export class KeyedError extends Error {
  /** Stable key, a path under the `errors` namespace, for example `storage.full`. */
  readonly key: string;

  constructor(key: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.key = key;
  }
}

/** The text of anything that was thrown. Never fails. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
