import { type AnyTranslate, errorText } from '../../../i18n/error-text';
import { isMissingPart } from '../../../lib/browser/load-part';
import { KeyedError } from '../../../lib/keyed-error';
import { formulaError } from './formula-error';

/** Why a formula or a diagram is not drawn, in the words of the interface. */
export function slotErrorText(
  t: AnyTranslate,
  kind: 'diagram' | 'formula',
  cause: unknown,
): string {
  if (isMissingPart(cause)) return errorText(t, cause);
  const reason = typeof cause === 'string' ? cause : errorText(t, cause);
  const error =
    kind === 'formula' ? formulaError(t, reason) : new KeyedError('engine.diagram', reason);
  return errorText(t, error);
}
