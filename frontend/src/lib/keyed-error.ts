/** The numbers of the words of an error, by name. */
export type Parameters = Readonly<Record<string, number>>;

/** An error whose `key` selects the message on screen; `message` is for the console and for unknown keys. */
export class KeyedError extends Error {
  /** Stable key, a path under the `errors` namespace, for example `storage.full`. */
  readonly key: string;
  /** Errors of single fields, by field name or path (`sections[3].url`). */
  readonly fields: Readonly<Record<string, string>>;
  /** The numbers of those errors that have some, by field. */
  readonly parameters: Readonly<Record<string, Parameters>>;
  /** Of a fault of the server: the ID by which the operator finds it in the log. */
  requestId: string | undefined;

  constructor(
    key: string,
    message: string,
    cause?: unknown,
    fields: Readonly<Record<string, string>> = {},
    parameters: Readonly<Record<string, Parameters>> = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.key = key;
    this.fields = fields;
    this.parameters = parameters;
  }
}

/** The text of anything that was thrown. Never fails. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
