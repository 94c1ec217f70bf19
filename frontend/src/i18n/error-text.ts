import type { TFunction } from 'i18next';
import { KeyedError, messageOf } from '../lib/keyed-error';

/** The words for an error: those of its key, else its message, else the general ones. */
export function errorText(t: TFunction, error: unknown): string {
  const lookup = t as unknown as (key: string, options: Record<string, unknown>) => string;
  if (error instanceof KeyedError) {
    const words = lookup(`errors:${error.key}`, { defaultValue: '', detail: error.message });
    if (words !== '') return words;
  }
  const message = messageOf(error);
  return message === '' ? t('errors:unknown') : message;
}

/** The words under `prefix` for a key that the engine chose, or those of `prefix.other`. */
export function engineText(
  t: TFunction,
  prefix: 'warning' | 'finding',
  key: string,
  detail: string | null | undefined,
): string {
  const lookup = t as unknown as (key: string, options: Record<string, unknown>) => string;
  const options = { detail: detail ?? '' };
  const words = lookup(`editor:${prefix}.${key}`, { ...options, defaultValue: '' });
  return words === '' ? lookup(`editor:${prefix}.other`, options) : words;
}
