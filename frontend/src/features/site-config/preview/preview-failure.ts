import type { TFunction } from 'i18next';
import { errorText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';

/** Why there is no preview. What is written in the tabs may be such that the server cannot even read it. */
export function previewFailure(t: TFunction<'siteConfig'>, error: unknown): string {
  const isUnreadable = error instanceof KeyedError && error.key === 'request.invalid';
  return isUnreadable ? t('preview.unreadable') : errorText(t, error);
}
