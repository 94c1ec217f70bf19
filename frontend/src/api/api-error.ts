import { KeyedError } from '../lib/keyed-error';
import { type Envelope, type FailureData, failureData, isEnvelope } from './envelope';

/** What an error keeps of the `data` of a failure. */
type ErrorData = Pick<FailureData, 'fields' | 'parameters' | 'current' | 'requestId'>;

/** A call that failed. `key` is the server's, or one of `network.*` and `http.*` when the server did not answer. */
export class ApiError extends KeyedError {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The value as the server has it, where this call was made on an older one. */
  current: unknown;
  /** Seconds until another try may succeed, when the server said so. */
  retryAfterS: number | null = null;

  constructor(
    key: string,
    message: string,
    status: number,
    { fields, parameters, current, requestId }: ErrorData = {},
    cause?: unknown,
  ) {
    super(key, message, cause, fields, parameters);
    this.requestId = requestId;
    this.current = current;
    this.status = status;
  }

  /** There is no session, or it has ended: the local one ends too. */
  get isUnauthorized(): boolean {
    return this.status === 401;
  }

  /** No answer came, or not from our server. */
  get isConnection(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 504;
  }
}

/** Statuses with words of their own. Source: specification §8. */
const SPOKEN_STATUSES = [400, 401, 403, 404, 500, 502, 503];

/** The error of a failed answer; `body` is its parsed body, or anything else. */
export function answerError(status: number, body: unknown): ApiError {
  if (isEnvelope(body)) return envelopeError(status, body);
  // The network wants a login of its own: nothing of it is our server's.
  if (status === 511) return answerError(502, null);
  const words = wordsOf(body);
  const key = SPOKEN_STATUSES.includes(status) ? `http.${status}` : 'http.other';
  return new ApiError(key, words ?? String(status), status);
}

function envelopeError(status: number, { code, message, data }: Envelope): ApiError {
  const failure = failureData(data);
  // The code may say 401 in an answer of status 200: either ends the session.
  const isUnauthorized = status === 401 || code === 401;
  const key = failure.error ?? (isUnauthorized ? 'http.401' : 'request.failed');
  return new ApiError(key, failure.reason ?? message, isUnauthorized ? 401 : status, failure);
}

/** `message` or `error` of a body that is no envelope. Source: specification §8. */
function wordsOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const name of ['message', 'error'] as const) {
    const value = (body as Record<string, unknown>)[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The failure of a request that got no answer. Source: specification §8. */
export function noResponseError(cause: unknown, isOnline: boolean): ApiError {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'TimeoutError') {
    return new ApiError('network.timeout', 'no answer in time', 0, {}, cause);
  }
  const key = isOnline ? 'network.noServer' : 'network.offline';
  return new ApiError(key, 'no answer', 0, {}, cause);
}
