import type { TFunction } from 'i18next';
import type { FieldError, FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../../api/api-error';
import { NICKNAME_MAX_CHARS } from '../../config/account';
import { errorText, problemText, ruleText } from '../../i18n/error-text';
import { KeyedError } from '../../lib/keyed-error';
import type { Minimums } from './schemas';

/** Error message of a field, from the form's own rule or from the server. */
export function fieldText(
  t: TFunction<'auth'>,
  error: FieldError | undefined,
  minimums: Minimums,
): string | undefined {
  if (error?.message === undefined) return undefined;
  // What the server says comes with its words, because its numbers are known with the answer only.
  if (error.type === 'server') return error.message;
  const numbers = { ...minimums, nicknameMax: NICKNAME_MAX_CHARS };
  return ruleText(t, `auth:error.${error.message}`, numbers);
}

/**
 * Puts the server's errors of single fields into the form, and returns the message for everything else.
 *
 * `fallback`: the message for an error without one of its own.
 */
export function takeError<F extends FieldValues>(
  t: TFunction<'auth'>,
  error: unknown,
  fields: readonly Path<F>[],
  setError: UseFormSetError<F>,
  fallback?: string,
): string | null {
  if (error instanceof ApiError) {
    const known = fields.filter((field) => error.fields[field] !== undefined);
    for (const [index, field] of known.entries()) {
      const message = problemText(t, error, field) || errorText(t, error);
      setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
    }
    if (known.length > 0) return null;
    if (error.key === 'request.failed' && error.message === '')
      return fallback ?? errorText(t, error);
  }
  // What code has thrown is no sentence for a visitor.
  if (!(error instanceof KeyedError)) return fallback ?? errorText(t, new Error());
  return errorText(t, error);
}
