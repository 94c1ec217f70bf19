import { KeyedError, messageOf } from '../lib/keyed-error';

/** A failure of an engine module. Keys: `engine.load`, `engine.failed`, `engine.noWebAssembly`, or the module's own. */
export class EngineError extends KeyedError {}

/** Turns anything that an engine module threw into an {@link EngineError}. */
export function engineError(error: unknown, fallbackKey = 'engine.failed'): EngineError {
  if (error instanceof EngineError) return error;
  const key =
    typeof error === 'object' && error !== null && 'key' in error && typeof error.key === 'string'
      ? `engine.${error.key}`
      : fallbackKey;
  return new EngineError(key, messageOf(error), error);
}
