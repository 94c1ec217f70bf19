import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The product behind a server that holds its scripts back, for engines in which no request can be caught. */
export interface HeldServer {
  origin: string;
  /** Lets the scripts through, those that wait and all that follow. */
  release(): void;
  close(): void;
}

/** Stands in front of the product at `target`. */
export async function holdScripts(target: string): Promise<HeldServer> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { host, origin } = new URL(target);
  const server = createServer(async (incoming, answer) => {
    if (/^\/assets\/.*\.js$/.test(incoming.url ?? '')) await released;
    // The product answers to its own name only.
    const headers = { ...incoming.headers, host };
    if (headers.origin !== undefined) headers.origin = origin;
    const { method } = incoming;
    const outgoing = ask(`${origin}${incoming.url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release,
    close() {
      release();
      server.close();
      server.closeAllConnections();
    },
  };
}
