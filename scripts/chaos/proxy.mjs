// A TCP proxy between a server and its database, which does to the bytes what a network does.
//
// Bytes that are cut are held and arrive after the cut, as TCP sends again what was not acknowledged. One thing it
// cannot do: each side's kernel gets its acknowledgements from this proxy, so `tcp_user_timeout` never ends a wait.

import { connect, createServer } from 'node:net';

/** Both ways through the proxy. */
const ways = ['toDatabase', 'fromDatabase'];

/** The bytes of one connection in one direction, in order, each as late as the proxy is told. */
class Way {
  #held = [];
  #isWaiting = false;

  constructor(from, to, name, proxy) {
    Object.assign(this, { to, name, proxy });
    from.on('data', (bytes) => this.#take({ bytes, at: Date.now() }));
    from.on('end', () => this.#take({ isEnd: true, at: Date.now() }));
  }

  #take(piece) {
    this.#held.push(piece);
    this.pass();
  }

  /** Hands on what may go now. */
  pass() {
    while (this.#held.length > 0 && !this.proxy.cutWays.has(this.name)) {
      const { at, bytes, isEnd } = this.#held[0];
      const waitMs = at + this.proxy.delayMs - Date.now();
      if (waitMs > 0) {
        this.#wait(waitMs);
        return;
      }
      this.#held.shift();
      if (isEnd) this.to.end();
      else if (!this.to.destroyed) this.to.write(bytes);
    }
  }

  #wait(ms) {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      this.pass();
    }, ms);
  }
}

/** Ends a connection with a reset. Node does not end one so that it is ending already, and then does not exit. */
function resetSocket(socket) {
  if (socket.writableEnded || socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * Starts a proxy before a port of this machine.
 *
 * - `port`: where it listens; a free port.
 * - `cut('toDatabase' | 'fromDatabase' | 'both')`: nothing passes that way, and nobody is told. Connections that begin
 *   meanwhile are silent.
 * - `delay(ms)`: whatever passes is so much later, each way.
 * - `reset()`: every connection ends with a reset, and those that begin until `heal()` too.
 * - `heal()`: all of it is over.
 * - `close()`: nobody listens any more, as where a database died: libpq goes on to the next host of an address only then,
 *   and not after a reset.
 */
export async function startProxy(target) {
  const proxy = { cutWays: new Set(), delayMs: 0, isRefusing: false };
  const links = new Set();

  const server = createServer({ allowHalfOpen: true }, (client) => {
    // Whoever resets a connection is no fault of the proxy.
    client.on('error', () => {});
    if (proxy.isRefusing) {
      resetSocket(client);
      return;
    }
    const database = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const link = {
      sockets: [client, database],
      ways: [
        new Way(client, database, 'toDatabase', proxy),
        new Way(database, client, 'fromDatabase', proxy),
      ],
    };
    links.add(link);
    database.on('error', () => {});
    for (const [one, other] of [link.sockets, link.sockets.toReversed()]) {
      one.setNoDelay(true);
      one.on('close', (hadError) => {
        links.delete(link);
        // A reset is no piece of the bytes: it passes at once.
        if (hadError) resetSocket(other);
      });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  const reset = () => {
    for (const { sockets } of links) for (const socket of sockets) resetSocket(socket);
  };
  return {
    port: server.address().port,
    cut: (way) => {
      proxy.cutWays = new Set(way === 'both' ? ways : [way]);
    },
    delay: (ms) => {
      proxy.delayMs = ms;
    },
    reset: () => {
      proxy.isRefusing = true;
      reset();
    },
    heal: () => {
      Object.assign(proxy, { cutWays: new Set(), delayMs: 0, isRefusing: false });
      for (const { ways } of links) for (const way of ways) way.pass();
    },
    close: () => {
      server.close();
      reset();
    },
    stop: () => {
      reset();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
