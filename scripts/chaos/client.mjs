// Requests as clients send them, and what becomes of them.

import http from 'node:http';
import https from 'node:https';

/** Milliseconds after which a client gives up: later than anything may take. */
const patienceMs = 20_000;
/** Answers after which a client tries again: the service is away, or it still does what it was asked for before. */
export const isAway = ({ status }) => status === undefined || status >= 500;

/**
 * Asks at an address; `host` is the name of a site, `connection` has options of `http.request` or `https.request`.
 *
 * - Returns `{ status, headers, bytes, text, startedAt, ms }`, without a status where there was no answer, and then with `error`.
 */
export function ask(address, { host, method = 'GET', route, headers = {}, body, connection = {} }) {
  const { protocol, hostname, port } = new URL(address);
  const client = protocol === 'https:' ? https : http;
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const settle = (answer) => resolve({ startedAt, ms: Date.now() - startedAt, ...answer });
    const request = client.request(
      {
        ...{ hostname, port, method, path: route, agent: false, ...connection },
        headers: { ...headers, ...(host ? { host: `${host}:${port}` } : {}), ...lengthOf(body) },
        signal: AbortSignal.timeout(patienceMs),
      },
      async (response) => {
        const chunks = [];
        try {
          for await (const chunk of response) chunks.push(chunk);
          const bytes = Buffer.concat(chunks);
          const { statusCode: status, headers } = response;
          settle({ status, headers, bytes, text: bytes.toString() });
        } catch (error) {
          settle({ error: error.message });
        }
      },
    );
    request.on('error', (error) => settle({ error: error.message }));
    request.end(body);
  });
}

const lengthOf = (body) => (body ? { 'content-length': Buffer.byteLength(body) } : {});

/** A body in JSON, with its headers. */
export const json = (value) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Somebody who is logged in at the console: asks routes of the personal space. */
export class Author {
  /** `asked(answer, what)` hears of every answer; `connection` as for `ask`. */
  constructor(address, token, asked, connection = {}) {
    Object.assign(this, { address, token, asked, connection });
  }

  /**
   * Returns `{ status, data, startedAt, endedAt }`; `data` where it was done.
   *
   * Throws on an answer that says that the client is wrong; `isExpected(status)` are those that it deals with itself.
   */
  async call(method, route, body, { headers = {}, isExpected = () => false } = {}) {
    const sent = body === undefined || Buffer.isBuffer(body) ? { headers: {}, body } : json(body);
    const answer = await ask(this.address, {
      method,
      route: `/api${route}`,
      body: sent.body,
      headers: { ...sent.headers, ...headers, token: this.token },
      connection: this.connection,
    });
    this.asked(answer, `${method} ${route}`);
    const { status, text } = answer;
    if (status >= 400 && status < 500 && !isExpected(status)) {
      throw new Error(`${method} ${route}: ${status} ${text}`);
    }
    return { ...answer, data: status < 300 && text ? JSON.parse(text).data : undefined };
  }

  /** The answer to a question for something that is no JSON. */
  read(route) {
    return ask(this.address, { route: `/api${route}`, headers: { token: this.token } });
  }
}

/** A browser of a visitor on a site: it keeps cookies and sends forms as pages do. */
export class Browser {
  cookies = new Map();

  constructor(address, host, asked) {
    Object.assign(this, { address, host, asked });
  }

  get(route) {
    return this.#send({ route });
  }

  post(route, fields) {
    const headers = {
      origin: `http://${this.host}:${new URL(this.address).port}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams(fields).toString();
    return this.#send({ method: 'POST', route, headers, body });
  }

  async #send(options) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...options.headers, ...(cookie ? { cookie } : {}) };
    const answer = await ask(this.address, { ...options, headers, host: this.host });
    this.asked(answer, `${options.method ?? 'GET'} ${this.host}${options.route}`);
    for (const header of answer.headers?.['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}
