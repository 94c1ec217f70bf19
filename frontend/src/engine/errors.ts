import { KeyedError, messageOf } from '../lib/keyed-error';

/** A failure of an engine module. Keys: `engine.load`, `engine.failed`, `engine.noWebAssembly`, or the module's own. */
export class EngineError extends KeyedError {}

/** Gives anything an engine module threw its key. */
export function engineError(error: unknown, fallbackKey = 'engine.failed'): EngineError {
  if (error instanceof EngineError) return error;
  const key =
    typeof error === 'object' && error !== null && 'key' in error && typeof error.key === 'string'
      ? `engine.${error.key}`
      : fallbackKey;
  return new EngineError(key, messageOf(error), error);
}
