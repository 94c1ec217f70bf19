// What must hold in front of a cache. Each check says what it found wrong, a line each.

import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ask } from '../chaos/client.mjs';
import {
  canaries,
  giveMembership,
  hosts,
  logIn,
  makeSite,
  offerMonth,
  push,
  save,
  setStatus,
} from '../chaos/world.mjs';

/** The site of the checks, which everybody reads at the beginning. */
const host = 'cache-free.localhost';
/** The word by which the search finds its texts. */
const word = 'lemonbalm';
/** The texts by their titles: a sentence of each stands nowhere else. */
const sentences = {
  plain9f21: 'sentence-plain-52ab',
  walled9f22: 'sentence-walled-52ac',
  hidden9f23: 'sentence-hidden-52ad',
  removed9f24: 'sentence-removed-52ae',
};
const pageOf = (title) => `/docs/start/${title}`;
/** Where titles and sentences of the site may stand. */
const surfaces = [
  ...['/', '/docs', '/docs/start', '/feed.xml', '/llms.txt', '/sitemap.xml', '/robots.txt'],
  `/search?q=${word}`,
  ...Object.keys(sentences).flatMap((title) => [pageOf(title), `${pageOf(title)}.md`]),
];
/** Those that name all articles. */
const lists = ['/docs', '/feed.xml', '/llms.txt', '/sitemap.xml', `/search?q=${word}`];
/** How one asks for each: as browsers and programs do. */
const ways = [
  { headers: { 'accept-encoding': 'br' } },
  { headers: { 'accept-encoding': 'gzip' } },
  { headers: { 'accept-encoding': 'identity' } },
  { headers: { range: 'bytes=0-100000' } },
  { method: 'HEAD' },
];
/** Milliseconds after which every server knows of an acknowledged change. */
const knownMs = 1_000;
/** What a cache says when it has answered from what it keeps. */
const fromMemory = ['HIT', 'REVALIDATED', 'STALE', 'UPDATING'];

/** Makes the site of the checks. Returns `{ site, reader }`, the reader a browser that is logged in there. */
export async function makeSites(address, { author }) {
  const texts = Object.entries(sentences).map(([title, sentence]) => [
    title,
    `A ${word} and a ${sentence} stand here.`,
  ]);
  const site = await makeSite(author, 'cache-free', Object.fromEntries(texts), { guest: 'free' });
  await offerMonth(author, site.route);
  await save(author, `${site.route}/index`, { offersMarkdown: true });
  await author.call('POST', `${site.route}/releases`, { note: '' });
  const email = 'reader@reader.example';
  const reader = await logIn(address, host, email, () => {});
  await giveMembership(author, site.route, email);
  return { site, reader };
}

/** All checks in their order, by name; those that lock come after those that read. */
export const checks = {
  'pages are kept, and asked for each time': pagesAreAskedFor,
  'files with a name of their own are not asked for': filesAreKept,
  'a page is that of its host': hostsStayApart,
  'readers and guests get their own pages': readersStayApart,
  'what an owner locks is gone': locksHold,
  'without a server there is no page': nothingIsStale,
};

/** A page as the cache gives it, with `kept`, what the cache says of it, and `body`, unpacked. */
async function get(cache, route, { at = host, ...more } = {}) {
  const answer = await ask(cache.address, { host: at, route, ...more });
  if (answer.status === undefined) throw new Error(`${at}${route}: ${answer.error}`);
  const { 'x-cache-status': kept, 'content-encoding': encoding, etag } = answer.headers;
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync }[encoding];
  const isWhole = unpack && answer.bytes.length > 0;
  return {
    ...answer,
    kept,
    etag,
    encoding,
    body: String(isWhole ? unpack(answer.bytes) : answer.bytes),
  };
}

async function pagesAreAskedFor({ cache }, must) {
  for (const { headers } of ways.slice(0, 3)) {
    const of = headers['accept-encoding'];
    const first = await get(cache, pageOf('plain9f21'), { headers });
    must(first.status === 200 && first.body.includes(sentences.plain9f21), `no page for ${of}`);
    must([undefined, of].includes(first.encoding), `who takes ${of} gets ${first.encoding}`);
    must(Boolean(first.etag), `a page has no validator for ${of}`);
    const again = await get(cache, pageOf('plain9f21'), { headers });
    must(again.kept === 'REVALIDATED', `the second answer for ${of} is ${again.kept}`);
    must(again.etag === first.etag, `${again.etag} is not the validator ${first.etag}`);
    must(again.body === first.body, `the kept page for ${of} is another one`);
    const known = { ...headers, 'if-none-match': first.etag };
    const answer = await get(cache, pageOf('plain9f21'), { headers: known });
    must(answer.status === 304, `a browser that has the page gets ${answer.status} for ${of}`);
  }
  // Of a site with rules nothing is kept, and its validators reach the server.
  await get(cache, '/', { at: hosts.shop });
  const shop = await get(cache, '/', { at: hosts.shop });
  must(!fromMemory.includes(shop.kept), `the homepage of a site with rules is ${shop.kept}`);
  const known = { 'if-none-match': shop.etag };
  const answer = await get(cache, '/', { at: hosts.shop, headers: known });
  must(answer.status === 304, `who has the homepage of a site with rules gets ${answer.status}`);
}

async function filesAreKept({ cache, image }, must) {
  const { body } = await get(cache, '/');
  const files = [...new Set(body.match(/\/assets\/[\w.-]+\.(?:css|js)/g) ?? [])];
  must(
    files.some((file) => file.endsWith('.css')),
    'the homepage names no style sheet',
  );
  for (const file of [...files, image]) {
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await get(cache, file));
    must(
      answers.every(({ status, bytes }) => status === 200 && bytes.length > 0),
      `${file} is not there`,
    );
    must(
      answers.slice(1).every(({ kept }) => kept === 'HIT'),
      `${file} is ${answers.map(({ kept }) => kept)}`,
    );
    const asked = (await cache.served()).filter(({ route }) => route === file);
    must(asked.length <= 1, `the servers were asked ${asked.length} times for ${file}`);
  }
}

/** Nobody has a page of one site kept under the name of another. */
async function hostsStayApart({ cache }, must) {
  for (const [n, name] of ['x-forwarded-host', 'x-host', 'forwarded'].entries()) {
    // An address that nobody has asked for yet.
    const route = `/docs?${n}`;
    const value = name === 'forwarded' ? `host=${hosts.open}` : hosts.open;
    await get(cache, route, { headers: { [name]: value } });
    const { body } = await get(cache, route);
    must(body.includes('plain9f21'), `the page after one with ${name} is not that of the site`);
  }
}

async function readersStayApart({ cache, world, reader }, must) {
  for (let n = 0; n < 4; n += 1) {
    const guest = await get(cache, '/docs/start/gated', { at: hosts.shop });
    must(!guest.body.includes(canaries.gated), 'a guest reads what is for members');
    const member = await world.member.get('/docs/start/gated');
    must(member.text.includes(canaries.gated), 'a member does not get the text for members');
    must(!fromMemory.includes(member.headers['x-cache-status']), "a member's page was kept");
    // On a free site, where the page of guests is kept, the head differs.
    const [own, others] = [await reader.get('/'), await get(cache, '/')];
    must(own.text.includes('href="/account"'), 'who is logged in gets the page of guests');
    must(!others.body.includes('href="/account"'), 'a guest gets the page of who is logged in');
    must(others.kept !== 'HIT', 'the page of guests was not asked for');
  }
  await reader.post('/logout', {});
  const { text } = await reader.get('/');
  must(!text.includes('href="/account"'), 'after the logout the page is still that of the reader');
}

/** What holds a word of these: each as `{ route, way, answer }`. Each is asked for twice, of one server after the other. */
async function findings(cache, words) {
  const found = [];
  for (const route of surfaces) {
    for (const way of ways) {
      for (let n = 0; n < 2; n += 1) {
        const answer = await get(cache, route, way);
        // A notice may repeat the address that was asked for.
        const told = words.filter((one) => !route.includes(one) && answer.body.includes(one));
        if (told.length > 0) found.push({ route, way, answer, told });
      }
    }
  }
  return found;
}

async function locksHold({ cache, world: { author }, site }, must) {
  const { route, base, documents } = site;
  const withRule = (title, guest) => ({ documentId: documents[title], guest, nonMember: guest });
  const walled = withRule('walled9f22', 'members');
  const publish = () => author.call('POST', `${route}/releases`, { note: '' });
  const locks = {
    'an article that was removed': {
      words: ['removed9f24', sentences.removed9f24],
      shown: [...lists, pageOf('removed9f24'), `${pageOf('removed9f24')}.md`],
      lock: async () => {
        const documentId = documents.removed9f24;
        const changes = `/teams/personal/knowledge-bases/${base}/changes?since=0`;
        const { data } = await author.call('GET', changes);
        const { textRevision } = data.documents.find(({ id }) => id === documentId);
        const deletion = { kind: 'deleteDocument', documentId, baseRevision: textRevision };
        const { outcome } = (await push(author, base, deletion)).data.results[0];
        must(outcome === 'accepted', `the deletion is ${outcome}`);
        return publish();
      },
    },
    'a text for members': {
      words: [sentences.walled9f22],
      shown: [`/search?q=${word}`, pageOf('walled9f22'), `${pageOf('walled9f22')}.md`],
      lock: () => save(author, `${route}/access`, { documents: [walled] }),
    },
    'an article that is hidden': {
      words: ['hidden9f23', sentences.hidden9f23],
      shown: [...lists, pageOf('hidden9f23'), `${pageOf('hidden9f23')}.md`],
      lock: () =>
        save(author, `${route}/access`, { documents: [walled, withRule('hidden9f23', 'hidden')] }),
    },
    'a site that was taken offline': {
      words: ['plain9f21', sentences.plain9f21],
      shown: [...lists, pageOf('plain9f21'), `${pageOf('plain9f21')}.md`],
      lock: () => setStatus(author, route, 'draft'),
    },
  };
  for (const [what, { words, shown, lock }] of Object.entries(locks)) {
    const before = await findings(cache, words);
    const seen = new Set(before.map(({ route }) => route));
    for (const at of shown) {
      must(seen.has(at), `${what}: it is not at ${at} before it is locked`);
    }
    const { status } = await lock();
    must(status < 300, `${what}: the change was answered ${status}`);
    await sleep(knownMs);
    const nBefore = (await cache.served()).length;
    for (const { route, way, answer, told } of await findings(cache, words)) {
      must(false, `${what}: ${told} at ${route}, ${JSON.stringify(way)}, ${answer.kept}`);
    }
    // A 304 would show what the browser has kept.
    for (const { route, answer } of before.filter(({ answer }) => answer.etag)) {
      const { status } = await get(cache, route, { headers: { 'if-none-match': answer.etag } });
      must(status !== 304, `${what}: ${route} is said to be as it was`);
    }
    const ports = (await cache.served()).slice(nBefore).map(({ port }) => port);
    must(new Set(ports).size === 2, `${what}: not both servers were asked`);
  }
  await setStatus(author, route, 'published');
  await sleep(knownMs);
  const { body } = await get(cache, pageOf('plain9f21'));
  must(body.includes(sentences.plain9f21), 'the site does not come back');
}

async function nothingIsStale({ cache, image, servers }, must) {
  const page = { at: hosts.open };
  await get(cache, '/docs/start/free', page);
  const { kept } = await get(cache, '/docs/start/free', page);
  must(fromMemory.includes(kept), `a free page is ${kept}`);
  await Promise.all(servers.map((server) => server.kill()));
  const { status, body } = await get(cache, '/docs/start/free', page);
  must(status >= 500, `a page that nobody could ask for is ${status}`);
  must(!body.includes('Everybody reads this'), 'it is shown all the same');
  const file = await get(cache, image);
  must(file.status === 200 && file.kept === 'HIT', `an image is ${file.status} then`);
}
