import { SUCCESS_CODE } from '../config/http';

/** An answer of the server. Source: specification §7. */
export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
  token?: string;
}

/** What `data` of a failure holds. */
export interface FailureData {
  /** Stable key, such as `team.notFound`. */
  error?: string;
  /** What is wrong with each field, by path: a key. */
  fields?: Record<string, string>;
  /** The numbers of those problems that have some, by path and name. */
  parameters?: Record<string, Record<string, number>>;
  /** The value as it is now, where the caller knew an older one. */
  current?: unknown;
  /** The reason, as an administrator wrote it. */
  reason?: string;
  /** Of a fault of the server: the ID under which its log says more. */
  requestId?: string;
}

export function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number'
  );
}

export function isSuccess(envelope: Envelope): boolean {
  return envelope.code === SUCCESS_CODE;
}

/** `data` of a failure; empty when it is anything else. */
export function failureData(data: unknown): FailureData {
  return typeof data === 'object' && data !== null ? data : {};
}
