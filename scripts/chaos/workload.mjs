// The clients. Each does one thing after the other, drawn from the seed, notes what was acknowledged and when, and tries
// again what was not: as a browser does, with the same IDs.

import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { ask, isAway } from './client.mjs';
import { randomOf } from './schedule.mjs';
import { hosts, newText, priceFen, save } from './world.mjs';

/** How many of each, and the milliseconds between two things that each does. */
export const clients = {
  writers: { n: 2, everyMs: 250 },
  rules: { n: 1, everyMs: 3_000 },
  readers: { n: 1, everyMs: 200 },
  visitors: { n: 1, everyMs: 200 },
  guests: { n: 2, everyMs: 150 },
  members: { n: 1, everyMs: 400 },
  buyers: { n: 3, everyMs: 2_000 },
};
/** One buyer for so many seconds: a visitor orders at most 20 times an hour. */
const buyerS = 15;
/** Milliseconds until a client tries again. */
const againMs = 300;
/** Milliseconds within which one of the servers must show a free page. */
const freePageMs = 5_000;
/** How often a provider tells of a payment that nobody takes. */
const nNotices = 5;

/** What the clients noted: each with `at`, the moment of its acknowledgement in milliseconds. */
export const newNotes = () => ({
  texts: [],
  images: [],
  orders: [],
  payments: [],
  refunds: [],
  /** Payments that the provider took, whoever was told of them. */
  paidAtProvider: [],
  /** Since when nobody but members may read the text whose rule changes; undefined while others may. */
  switchedSince: undefined,
});

/** How many visitors buy in a run, so that each client has some. */
export const nBuyersOf = (seconds) => Math.max(clients.buyers.n, Math.ceil(seconds / buyerS));

/** Starts all clients; each ends when `state.isOver`. */
export function startClients(system, world, { seed, state, notes, watch }) {
  const context = { system, world: { ...world, turns: [] }, state, notes, watch };
  const kinds = {
    ...{ writers: write, rules: changeRules, readers, visitors, guests, members },
    buyers: buy,
  };
  return Object.entries(clients).flatMap(([kind, { n, everyMs }]) =>
    Array.from({ length: n }, (_, index) => {
      const random = randomOf(seed, `${kind} ${index}`);
      return repeat(state, everyMs, () => kinds[kind](context, random, index));
    }),
  );
}

async function repeat(state, everyMs, deed) {
  while (!state.isOver) {
    await deed();
    await sleep(everyMs);
  }
}

/** Asks until it is done or the run is over, in which case it answers nothing. */
async function untilDone(state, deed) {
  while (!state.isOver) {
    const answer = await deed();
    if (!isAway(answer) && answer.status !== 409 && answer.status !== 412) return answer;
    await sleep(againMs);
  }
  return undefined;
}

/** Pushes a text, or now and then an image. */
async function write({ world, state, notes }, random, index) {
  const { author, base, categoryId } = world;
  const route = `/teams/personal/knowledge-bases/${base}`;
  if (random.next() < 0.15) {
    const name = `${random.hex(16)}.png`;
    const headers = { 'content-type': 'image/png' };
    const image = png(random);
    const deed = () => author.call('PUT', `${route}/images/${name}`, image, { headers });
    if (await untilDone(state, deed)) notes.images.push({ name, at: Date.now() });
    return;
  }
  const [id, documentId] = [random.uuid(), random.uuid()];
  const content = `# ${documentId}\n\nwritten by ${index}`;
  const text = { id, documentId, categoryId, title: documentId, content, position: random.next() };
  const change = newText(text);
  const done = await untilDone(state, () =>
    author.call('POST', `${route}/changes`, { changes: [change] }),
  );
  if (done === undefined) return;
  const { outcome } = done.data.results[0];
  if (outcome !== 'accepted') throw new Error(`a text was ${outcome}`);
  notes.texts.push({ documentId, content, at: Date.now() });
}

/** Opens the switched text to everybody, or closes it. */
async function changeRules({ world, state, notes }, random) {
  const { author, shop, switchedId } = world;
  const isOpen = random.next() < 0.5;
  const rule = { documentId: switchedId, guest: 'free', nonMember: 'free' };
  const documents = isOpen ? [rule] : [];
  // From the moment that it is asked for, it may be open.
  if (isOpen) notes.switchedSince = undefined;
  const done = await untilDone(state, () => save(author, `${shop}/access`, { documents }));
  if (done && !isOpen) notes.switchedSince ??= Date.now();
}

/** A page that everybody may read. */
const freePage = { host: hosts.open, route: '/docs/start/free' };

/** Reads a free page from both servers: one of them must have it. */
async function readers({ system, watch }) {
  const answers = system.servers.map((server) => ask(server.address, freePage));
  const isThere = answers.map(async (answer) => (await answer).status === 200 || Promise.reject());
  const found = await Promise.any([...isThere, sleep(freePageMs, false)]).catch(() => false);
  await watch.readFreePage(found, () => Promise.all(answers));
}

/** Reads it through the balancer. */
async function visitors({ system, watch }) {
  const answer = await ask(system.balancer.address, freePage);
  watch.answered(answer, `GET ${freePage.host}${freePage.route}`);
}

/** Reads what is hidden from guests, each from a server of its own. */
async function guests({ system, watch, notes }, random, index) {
  const title = random.pick(['gated', 'switched']);
  const page = { host: hosts.shop, route: `/docs/start/${title}` };
  const { switchedSince } = notes;
  const answer = await ask(system.servers[index].address, page);
  watch.readAsGuest(answer, title, switchedSince, notes.switchedSince);
}

/** Reads what members read. */
async function members({ world, watch }) {
  watch.readAsMember(await world.member.get('/docs/start/gated'));
}

/** From an order to its payment, and sometimes back. */
async function buy({ system, world, state, notes }, random, index) {
  const browser = nextBuyer(world, index);
  const { author, shop, packageId } = world;
  const method = random.pick(['manual', 'stripe']);
  const [confirmKey, refundKey] = [random.uuid(), random.uuid()];
  const amountFen = random.pick([0, 0, 500, priceFen]);
  const fields = { packageId, method, coupon: '', from: '/', [`price.${packageId}`]: priceFen };
  const made = await untilDone(state, () => browser.post('/orders', fields));
  if (made === undefined) return;
  if (made.status === 429) return;
  const number = /\/orders\/(\w+)/.exec(made.headers.location ?? '')?.[1];
  if (number === undefined) throw new Error(`an order was answered ${made.status}: ${made.text}`);
  notes.orders.push({ number, method, at: Date.now() });

  if (method === 'manual') {
    const told = { note: 'sent' };
    if (!(await untilDone(state, () => browser.post(`/orders/${number}/paid`, told)))) return;
  } else if (!(await payAtProvider(system, browser, number, { state, notes }))) {
    return;
  }
  const search = `${shop}/orders?search=${number}`;
  const found = await untilDone(state, () => author.call('GET', search));
  if (found === undefined) return;
  const route = `${shop}/orders/${found.data.orders[0].id}`;
  if (method === 'manual') {
    const body = { amountFen: null, note: '' };
    const isPaid = (order) => order.paidFen > 0;
    const paid = { route, deed: 'confirm', body, key: confirmKey, isDone: isPaid };
    if (!(await decide(author, state, paid))) return;
    notes.payments.push({ number, at: Date.now() });
  }
  if (amountFen === 0) return;
  const body = { amountFen, reason: 'chaos', isOutside: method === 'manual' };
  const isBack = (order) => order.refundedFen > 0;
  const refunded = { route, deed: 'refund', body, key: refundKey, isDone: isBack };
  if (await decide(author, state, refunded)) {
    notes.refunds.push({ number, amountFen, at: Date.now() });
  }
}

/** The visitors of a client in turn: each may order so often in an hour. */
function nextBuyer({ buyers, turns }, index) {
  const own = buyers.filter((_, at) => at % clients.buyers.n === index);
  turns[index] = (turns[index] ?? -1) + 1;
  return own[turns[index] % own.length];
}

/** Decides about an order, with one key however often it is sent. True when it is done. */
async function decide(author, state, { route, deed, body, key, isDone }) {
  const options = {
    headers: { 'idempotency-key': key },
    isExpected: (status) => status === 409,
  };
  while (!state.isOver) {
    const answer = await author.call('POST', `${route}/${deed}`, body, options);
    if (answer.data !== undefined) return true;
    // The request before this one is still at work, or it was done and its answer lost.
    if (answer.status === 409) {
      const { data } = await author.call('GET', route);
      if (data !== undefined && isDone(data.order)) return true;
    }
    await sleep(againMs);
  }
  return false;
}

/**
 * Goes to the page of the provider and pays there; the provider tells the server, again when it is not heard. True when
 * it was.
 */
async function payAtProvider({ providers }, browser, number, { state, notes }) {
  const opened = await untilDone(state, () => browser.get(`/orders/${number}?go=1`));
  // The page leads there, unless the provider could not be asked; then the order is paid another time.
  if (!opened?.text.includes(`${providers.url}/pay/${number}`)) return false;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const pay = { method: 'POST', route: `/pay/${number}`, headers: form, body: 'do=pay' };
  for (let nTold = 0; nTold < nNotices; nTold += 1) {
    const { status } = await ask(providers.url, pay);
    if (nTold === 0) notes.paidAtProvider.push({ number, at: Date.now() });
    if (!isAway({ status })) {
      notes.payments.push({ number, at: Date.now() });
      return true;
    }
    await sleep(againMs);
  }
  return false;
}

/** A small picture that nobody has sent before. */
export function png(random) {
  const size = 16;
  const rows = Array.from({ length: size }, () => [
    0,
    ...Array.from({ length: 3 * size }, () => Math.floor(random.next() * 256)),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
