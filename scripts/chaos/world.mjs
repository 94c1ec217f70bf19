// What is there before the first fault: an author, two sites, and visitors who are logged in.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../paths.mjs';
import { Author, ask, Browser, json } from './client.mjs';

/** The sentences that only members may read: of the text that is always for them, and of the one whose rule changes. */
export const canaries = {
  gated: 'The canary of the gated text sings alone.',
  switched: 'The canary of the switched text sings at times.',
};
/** Fen that a month costs. */
export const priceFen = 1990;
/** The sites by what they are for. */
export const hosts = { open: 'chaos-open.localhost', shop: 'chaos-shop.localhost' };
const space = '/teams/personal';

/**
 * Makes it, through the balancer.
 *
 * - `asked(answer, what)`: hears of every answer to the clients.
 * - Returns `{ author, base, categoryId, shop, packageId, switchedId, member, buyers }`: the base is that of the writers,
 *   `shop` the route of the site that sells, and the member and the buyers are browsers.
 */
export async function makeWorld({ balancer, providers }, { nBuyers, asked }) {
  const { address } = balancer;
  const author = await logInAuthor(address, asked);
  const { id: base, categoryId } = await makeBase(author, 'Writers');
  await makeSite(author, 'chaos-open', { free: 'Everybody reads this.' }, { guest: 'free' });
  const shop = await makeSite(author, 'chaos-shop', canaries, { guest: 'members' });
  const packageId = await sell(author, shop.route, providers);
  const names = ['member', ...Array.from({ length: nBuyers }, (_, index) => `buyer${index}`)];
  const [member, ...buyers] = await Promise.all(
    names.map((name) => logIn(address, hosts.shop, `${name}@reader.example`, asked)),
  );
  await giveMembership(author, shop.route, 'member@reader.example');
  const switchedId = shop.documents.switched;
  return { author, base, categoryId, shop: shop.route, packageId, switchedId, member, buyers };
}

/** The author of the seeds. */
export async function logInAuthor(address, asked) {
  const account = JSON.parse(readFileSync(path.join(root, 'seeds/account.json'), 'utf8'));
  const login = await ask(address, {
    method: 'POST',
    route: '/api/account/loginByIdentifier',
    ...json({
      identifier: account.email,
      identityType: 'email',
      passwd: account.password,
      device: 'web',
    }),
  });
  return new Author(address, JSON.parse(login.text).token, asked);
}

async function makeBase(author, title) {
  const { id } = (await author.call('POST', `${space}/knowledge-bases`, { title })).data;
  const categoryId = randomUUID();
  const name = { name: 'Start', slug: 'start', description: '', position: 1 };
  await push(author, id, { kind: 'putCategory', categoryId, categoryKind: 'docs', ...name });
  return { id, categoryId };
}

/** The change that makes a new text. */
export const newText = ({ id, documentId, categoryId, title, content, position }) => ({
  ...{ id, kind: 'putText', documentId, baseRevision: 0, title, content, position },
  ...{ isNamed: true, routerPath: '', cause: 'edit' },
  place: { categoryId, parentId: null, position },
});

/** Sends a change of a base. */
export function push(author, base, change) {
  const changes = [{ id: randomUUID(), ...change }];
  return author.call('POST', `${space}/knowledge-bases/${base}/changes`, { changes });
}

/**
 * A site of these texts, by title, which nobody but its members reads where `guest` says so; published, but for a draft.
 *
 * - Returns `{ route, base, documents }`: the routes of the site, its base, and the IDs of the texts by title.
 */
export async function makeSite(author, slug, texts, { guest, isDraft = false }) {
  const { id: base, categoryId } = await makeBase(author, slug);
  const documents = {};
  for (const [title, content] of Object.entries(texts)) {
    documents[title] = randomUUID();
    const ids = { id: randomUUID(), documentId: documents[title], categoryId };
    await push(author, base, newText({ ...ids, title, content, position: 1 }));
  }
  const made = { name: slug, slug, knowledgeBaseId: base };
  const route = `${space}/sites/${(await author.call('POST', `${space}/sites`, made)).data.id}`;
  await save(author, `${route}/access`, { guest, nonMember: guest });
  if (isDraft) return { route, base, documents };
  await author.call('POST', `${route}/releases`, { note: '' });
  await setStatus(author, route, 'published');
  return { route, base, documents };
}

/** Opens a site, or takes it offline. */
export async function setStatus(author, route, status) {
  const { generation } = (await author.call('GET', route)).data;
  const headers = { 'if-match': `"${generation}"` };
  return author.call('PATCH', route, { status }, { headers });
}

/** Changes some of a tab of the settings. Returns the answer of the last request. */
export async function save(author, route, changes) {
  const read = await author.call('GET', route);
  if (read.data === undefined) return read;
  const headers = { 'if-match': `"${read.data.revision}"` };
  const body = { ...read.data.data, ...changes };
  // 412 and 409: what was sent before was saved after all.
  const isExpected = (status) => status === 409 || status === 412;
  return author.call('PUT', route, body, { headers, isExpected });
}

/** Offers a package, with which a site has a login. Returns its ID. */
export async function offerMonth(author, route) {
  const id = randomUUID();
  const offer = { id, name: 'Month', price: '¥19.90', period: 'monthly' };
  const packages = [{ ...offer, isRecommended: false, benefits: [], isArchived: false }];
  await save(author, `${route}/membership`, { packages });
  return id;
}

/** Sells one package, by transfer and through the stand-in of Stripe. */
async function sell(author, route, providers) {
  const id = await offerMonth(author, route);
  const manual = { isEnabled: true, isTest: false, settings: { instructions: 'scan and pay' } };
  await author.call('PUT', `${route}/payment-methods/manual`, manual);
  const hookPath = `/hooks/payments/${route.split('/').at(-1)}/stripe`;
  const opened = await ask(providers.url, {
    method: 'POST',
    route: '/accounts/stripe',
    ...json({ hookPath, isTest: false }),
  });
  const stripe = { isEnabled: true, isTest: false, ...JSON.parse(opened.text) };
  await author.call('PUT', `${route}/payment-methods/stripe`, stripe);
  return id;
}

/** A new visitor of a site, logged in by the code that was sent. */
export async function logIn(address, host, email, asked) {
  const browser = new Browser(address, host, asked);
  const must = ({ status, error }) => {
    if (status !== 303) throw new Error(`a visitor cannot log in: ${status ?? error}`);
  };
  await browser.get('/login');
  must(await browser.post('/login/code', { identifier: email }));
  for (;;) {
    const { text } = await ask(address, {
      route: '/dev/outbox',
      headers: { accept: 'application/json' },
    });
    const mail = JSON.parse(text).find(({ recipient }) => recipient === email);
    const code = /(?<!\d)\d{6}(?!\d)/.exec(mail?.body ?? '')?.[0];
    if (code === undefined) {
      await sleep(100);
      continue;
    }
    must(await browser.post('/login/verify', { identifier: email, code }));
    return browser;
  }
}

/** Makes a visitor a member for ever. */
export async function giveMembership(author, shop, email) {
  const { data } = await author.call('GET', `${shop}/members?search=${encodeURIComponent(email)}`);
  const route = `${shop}/members/${data.members[0].id}/grants`;
  await author.call('POST', route, { isLifetime: true, note: 'for ever' });
}
