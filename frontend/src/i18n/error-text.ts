import { KeyedError, messageOf } from '../lib/keyed-error';

/** `t` of any namespace: keys here carry their own. */
export type AnyTranslate = (...args: never[]) => unknown;
/** What a `t` of any namespace is when the key is only known at run time. */
export type Lookup = (key: string, options?: Record<string, unknown>) => string;

/**
 * The message for an error: of the first invalid field, else of its key, else its own message, else a general one.
 * A fault of the server ends with the ID by which the operator finds it in the log.
 */
export function errorText(t: AnyTranslate, error: unknown): string {
  const words = wordsOf(t, error);
  if (!(error instanceof KeyedError) || error.requestId === undefined) return words;
  const lookup = t as unknown as Lookup;
  return lookup('errors:withRequestId', { words, id: error.requestId });
}

function wordsOf(t: AnyTranslate, error: unknown): string {
  const lookup = t as unknown as Lookup;
  if (error instanceof KeyedError) {
    const options = { defaultValue: '', detail: error.message };
    const words = [
      ...Object.keys(error.fields).map((field) => problemText(t, error, field)),
      lookup(`errors:${error.key}`, options),
    ].find((text) => text !== '');
    if (words !== undefined) return words;
  }
  const message = messageOf(error);
  if (message !== '') return message;
  return lookup(error instanceof Error ? 'errors:operation' : 'errors:unknown');
}

/** The words of a form's own rule: those of its key, else general ones. It shows no sentence of a library. */
export function ruleText(
  t: AnyTranslate,
  key: string,
  options: Record<string, unknown> = {},
): string {
  const lookup = t as unknown as (keys: string[], options: Record<string, unknown>) => string;
  return lookup([key, 'errors:request.fieldsInvalid'], options);
}

/** What is wrong with a field, with its numbers; empty when nothing is, or when its key has no words. */
export function problemText(t: AnyTranslate, error: KeyedError, field: string): string {
  const key = error.fields[field];
  if (key === undefined) return '';
  const lookup = t as unknown as Lookup;
  const options = { ...error.parameters[field], defaultValue: '', detail: error.message };
  return lookup(`errors:${key}`, options);
}

/** The words under `prefix` for a key that the engine chose, or those of `prefix.other`. */
export function engineText(
  t: AnyTranslate,
  prefix: 'warning' | 'finding',
  key: string,
  detail: string | null | undefined,
): string {
  const lookup = t as unknown as Lookup;
  const options = { detail: detail ?? '' };
  const words = lookup(`editor:${prefix}.${key}`, { ...options, defaultValue: '' });
  return words === '' ? lookup(`editor:${prefix}.other`, options) : words;
}
