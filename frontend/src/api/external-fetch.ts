import { parseUrl } from '../lib/addresses/parse-url';
import { KeyedError } from '../lib/keyed-error';

/**
 * Requests to hosts that the user has configured or linked: image hosts, AI services, addresses of pictures.
 *
 * They carry no cookie and no referrer.
 * Errors: `external.unreachable` when no answer comes (also when the host forbids pages to ask it), an `AbortError` when
 * `signal` ends it. An answer of any status is an answer.
 */
export async function fetchExternal(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch (error) {
    if (init.signal?.aborted) throw aborted();
    throw new KeyedError('external.unreachable', hostOf(url), error);
  }
}

/** An upload to a host. */
interface UploadRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body: Blob | FormData | string;
  signal: AbortSignal;
  /** Called with the share that is sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** What the host answered. */
interface UploadResponse {
  status: number;
  text: string;
}

/** Sends a body and reports the progress. Errors: as {@link fetchExternal}. */
export function uploadExternal(upload: UploadRequest): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    if (upload.signal.aborted) return reject(aborted());
    // `fetch` does not tell how much is sent.
    const request = new XMLHttpRequest();
    request.open(upload.method, upload.url);
    for (const [name, value] of Object.entries(upload.headers ?? {})) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) upload.onProgress(event.loaded / event.total);
    });
    request.addEventListener('load', () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    request.addEventListener('error', () =>
      reject(new KeyedError('external.unreachable', hostOf(upload.url))),
    );
    request.addEventListener('abort', () => reject(aborted()));
    upload.signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(upload.body);
  });
}

/** Whether the user aborted it. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}

function aborted(): DOMException {
  return new DOMException('aborted by the user', 'AbortError');
}
