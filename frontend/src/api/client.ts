import { anySignal } from 'any-signal';
import createClient, { type Middleware } from 'openapi-fetch';
import { CLIENT_HEADERS, HTTP_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '../config/http';
import { noteServerTime } from '../lib/time/server-clock';
import { type ApiError, answerError, noResponseError } from './api-error';
import { type Envelope, isEnvelope, isSuccess } from './envelope';
import type { paths } from './generated/schema';

/** What the client needs from the app, and what it reports to it. */
interface ApiHost {
  token(): string | null;
  language(): string;
  /** The session has ended on the server. `token` is the one that was sent. */
  onUnauthorized(error: ApiError, token: string): void;
  /** Whether the server answered. */
  onReach?(isReached: boolean): void;
}

let host: ApiHost = { token: () => null, language: () => 'zh-CN', onUnauthorized: () => undefined };

/** Connects the client with the app; called once at startup. */
export function connectApi(next: ApiHost): void {
  host = next;
}

const headers: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(CLIENT_HEADERS)) request.headers.set(name, value);
    request.headers.set('Accept-Language', host.language());
    const token = host.token();
    if (token !== null) request.headers.set('token', token);
    return request;
  },
};

/** The typed client; the functions beside this file call it. */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  fetch: (request: Request) => send(request, HTTP_TIMEOUT_MS),
});
client.use(headers);

/** Sends a file with a longer timeout. Goes into the option `fetch` of a call. */
export function sendUpload(request: Request): Promise<Response> {
  return send(request, UPLOAD_TIMEOUT_MS);
}

/** Answers to questions: our server never answers one without data. */
const readings = new WeakSet<Response>();

// The whole answer counts, not only its head: the body is read within the same time.
async function send(request: Request, timeoutMs: number): Promise<Response> {
  const signal = anySignal([request.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await fetch(request, { signal });
    noteServerTime(response.headers.get('Date'));
    const body = await response.arrayBuffer();
    host.onReach?.(response.status !== 502 && response.status !== 504);
    const isEmpty = [101, 204, 205, 304].includes(response.status);
    const answer = new Response(isEmpty ? null : body, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
    if (request.method === 'GET') readings.add(answer);
    return answer;
  } catch (error) {
    if (request.signal.aborted) throw error;
    host.onReach?.(false);
    throw noResponseError(error, navigator.onLine);
  } finally {
    signal.clear();
  }
}

interface Answer<E> {
  data?: E | undefined;
  error?: unknown;
  response: Response;
}

/** `data` of a successful answer. Errors: {@link ApiError}. */
export async function dataOf<T>(answer: Promise<Answer<Envelope<T>>>): Promise<T> {
  return (await envelopeOf(answer)).data;
}

/** A successful answer as a whole. Errors: {@link ApiError}. */
export async function envelopeOf<E extends Envelope>(request: Promise<Answer<E>>): Promise<E> {
  const token = host.token();
  const { data, error, response } = await parsed(request);
  const isOurs =
    isEnvelope(data) && !(readings.has(response) && isSuccess(data) && data.data == null);
  if (response.ok && isOurs && isSuccess(data)) return data;
  const failure =
    response.ok && !isOurs ? answerError(502, null) : failureOf(response, data ?? error);
  if (failure.isUnauthorized && token !== null) {
    host.onUnauthorized(failure, token);
  }
  throw failure;
}

function failureOf(response: Response, body: unknown): ApiError {
  const failure = answerError(response.status, body);
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  if (Number.isFinite(seconds)) failure.retryAfterS = seconds;
  return failure;
}

// A body that is no JSON makes the client throw: behind a proxy that is an answer of status 200 too.
async function parsed<E>(request: Promise<Answer<E>>): Promise<Answer<E>> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof SyntaxError) throw answerError(502, null);
    throw error;
  }
}

/** An answer that is a file. Errors: {@link ApiError}. */
export async function fileOf(request: Promise<Answer<unknown>>): Promise<Blob> {
  const token = host.token();
  const { data, error, response } = await request;
  if (response.ok && data instanceof Blob) return data;
  const failure = failureOf(response, error);
  if (failure.isUnauthorized && token !== null) {
    host.onUnauthorized(failure, token);
  }
  throw failure;
}
