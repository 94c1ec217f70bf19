import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { startProxy } from './proxy.mjs';

/** A server, the proxy before it, and another one to which nothing is done. */
let server;
let proxy;
let undisturbed;
let sockets;

beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    server.emit('met', socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startProxy(server.address().port);
  undisturbed = await startProxy(server.address().port);
});

afterEach(async () => {
  await Promise.all([proxy.stop(), undisturbed.stop()]);
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** A client and the socket that the server has of it. */
async function meet(through = proxy) {
  const met = once(server, 'met');
  const client = connect(through.port, '127.0.0.1').on('error', () => {});
  const [own] = await met;
  return [client, own];
}

/** What one side gets once the other has said something. */
async function heard(from, to, word) {
  const got = once(to, 'data');
  from.write(word);
  return String((await got)[0]);
}

/** Notes what a side gets from now on. */
function listen(to) {
  const words = [];
  to.on('data', (bytes) => words.push(String(bytes)));
  return words;
}

/** Waits until a connection is over, however. */
const closed = (socket) => new Promise((resolve) => socket.on('close', resolve));

/** Lets everything happen that happens at once: words pass another proxy there and back, several times. */
async function moment() {
  const [client, own] = await meet(undisturbed);
  for (const word of ['one', 'two', 'three']) {
    await heard(client, own, word);
    await heard(own, client, word);
  }
}

test('words_pass_both_ways', async () => {
  const [client, own] = await meet();
  assert.equal(await heard(client, own, 'hello'), 'hello');
  assert.equal(await heard(own, client, 'welcome'), 'welcome');
});

test('what_is_cut_arrives_after_the_cut_in_order', async () => {
  const [client, own] = await meet();
  const words = listen(own);
  proxy.cut('both');
  client.write('one');
  await moment();
  client.write('two');
  await moment();
  assert.deepEqual(words, []);
  proxy.heal();
  while (words.join('') !== 'onetwo') await once(own, 'data');
});

test('a_cut_of_one_way_leaves_the_other', async () => {
  const [client, own] = await meet();
  const words = listen(client);
  proxy.cut('fromDatabase');
  own.write('unheard');
  assert.equal(await heard(client, own, 'question'), 'question');
  await moment();
  assert.deepEqual(words, []);
});

test('a_connection_that_begins_in_a_cut_is_silent', async () => {
  proxy.cut('both');
  const [client, own] = await meet();
  const words = listen(own);
  client.write('early');
  await moment();
  assert.deepEqual(words, []);
  proxy.heal();
  await once(own, 'data');
  assert.deepEqual(words, ['early']);
});

test('an_end_is_news_that_a_cut_holds_back', async () => {
  const [client, own] = await meet();
  proxy.cut('toDatabase');
  const ends = [];
  own.on('end', () => ends.push('end')).resume();
  client.end();
  await moment();
  assert.deepEqual(ends, []);
  proxy.heal();
  await once(own, 'end');
});

test('a_reset_ends_connections_and_new_ones_until_it_heals', async () => {
  const [client, own] = await meet();
  const ends = Promise.all([closed(client), closed(own)]);
  proxy.reset();
  await ends;
  const refused = connect(proxy.port, '127.0.0.1').on('error', () => {});
  await closed(refused);
  proxy.heal();
  await meet();
});

test('where_it_is_closed_nobody_listens', async () => {
  const [client] = await meet();
  const ended = closed(client);
  proxy.close();
  await ended;
  const refused = connect(proxy.port, '127.0.0.1');
  assert.equal((await once(refused, 'error'))[0].code, 'ECONNREFUSED');
});

test('a_side_that_is_gone_is_gone_for_the_other', async () => {
  for (const gone of ['client', 'server']) {
    const [client, own] = await meet();
    const [leaver, other] = gone === 'client' ? [client, own] : [own, client];
    const ended = closed(other);
    leaver.resetAndDestroy();
    await ended;
  }
});

test('what_is_delayed_passes_when_its_time_has_come', async () => {
  const [client, own] = await meet();
  const words = listen(own);
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  try {
    proxy.delay(300);
    client.write('late');
    await moment();
    mock.timers.tick(299);
    await moment();
    assert.deepEqual(words, []);
    const arrived = once(own, 'data');
    mock.timers.tick(1);
    await arrived;
    assert.deepEqual(words, ['late']);
  } finally {
    mock.timers.reset();
  }
});
