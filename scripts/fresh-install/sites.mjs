// What creators and strangers do on the installed machine, over TLS.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { Author, ask, json } from '../chaos/client.mjs';
import { makeSite } from '../chaos/world.mjs';

const sentence = 'The first sentence of the first site.';
const hidden = 'The sentence of a draft.';
/** Every name leads here; connections are proved against the roots of the authority. */
const here = (_name, options, found) =>
  options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);

const connectionOf = (world) => ({
  ca: readFileSync(world.authority.roots),
  lookup: here,
});

/** The answer for a page of a name; without a status when there was no connection. */
export function page(world, name, route = '/') {
  return ask(`https://${name}`, { route, connection: connectionOf(world) });
}

/** Logs in at the console, makes and publishes a site, and gives it a domain. Returns `{ author, route }`. */
export async function publishFirstSite(world) {
  const { consoleName, siteDomain, ownDomain, administrator, authority } = world;
  const address = `https://${consoleName}`;
  const connection = connectionOf(world);
  const login = await until(() =>
    ask(address, {
      ...{ method: 'POST', route: '/api/account/loginByIdentifier', connection },
      ...json({
        ...{ identifier: administrator.email, identityType: 'email', device: 'web' },
        passwd: administrator.password,
      }),
    }),
  );
  await tryMail(world, connection);
  const author = new Author(address, JSON.parse(login.text).token, () => {}, connection);
  assert.match((await page(world, consoleName, '/md')).text, /<div id="root"/);
  const { route } = await makeSite(author, 'first', { Hello: sentence }, { guest: 'free' });
  assert.ok((await until(() => page(world, `first.${siteDomain}`))).text.includes('Hello'));
  await makeSite(author, 'draft', { Hidden: hidden }, { guest: 'free', isDraft: true });
  const domain = (await author.call('POST', `${route}/domains`, { host: ownDomain })).data;
  await authority.setTxt(domain.recordName, domain.recordValue);
  const proved = (await author.call('POST', `${route}/domains/${domain.id}/check`)).data;
  assert.ok(proved.verifiedAt, `the domain is not proved: ${proved.problem}`);
  const home = await until(() => page(world, ownDomain));
  const article = /href="(\/[^"]*hello[^"]*)"/i.exec(home.text)?.[1];
  assert.ok(article, 'the homepage has no link to the article');
  assert.ok((await page(world, ownDomain, article)).text.includes(sentence));
  return { author, route };
}

/** Somebody registers: the code comes by mail. */
async function tryMail({ consoleName, mailServer }, connection) {
  const { status, text } = await ask(`https://${consoleName}`, {
    ...{ method: 'POST', route: '/api/account/sendCode', connection },
    ...json({ identifier: 'new@example.test', identityType: 'email', purpose: 'register' }),
  });
  assert.equal(status, 200, text);
  for (
    let tried = 0;
    !mailServer.mails.some((mail) => mail.includes('new@example.test'));
    tried += 1
  ) {
    assert.ok(tried < 100, 'no mail came');
    await sleep(100);
  }
}

/** Asks until there is a good answer, for at most half a minute: a certificate is made at the first connection. */
async function until(asked) {
  for (let tried = 0; ; tried += 1) {
    const answer = await asked();
    if (answer.status === 200) return answer;
    if (tried === 30) throw new Error(`${answer.status ?? answer.error} ${answer.text ?? ''}`);
    await sleep(1000);
  }
}

/**
 * Names of nobody have no certificate and no page, with TLS or without; a draft is as a name that nobody has.
 *
 * Without a wildcard certificate: then a handshake tells whether there is a certificate for a name.
 */
export async function tryStrangers(world) {
  const { siteDomain, strangers } = world;
  const names = [...strangers, `nothing.${siteDomain}`, `draft.${siteDomain}`];
  const seen = [];
  for (const name of names) {
    const handshake = await shake(name);
    const plain = await ask('http://127.0.0.1', { host: name, route: '/', connection: {} });
    assert.ok(!plain.text?.includes(hidden), name);
    assert.notEqual(plain.status, 200, `${name} has a page without TLS`);
    const { status, headers } = plain;
    seen.push({ handshake, status, location: headers?.location?.replace(name, 'NAME') });
    assert.match(handshake, /alert|ECONNRESET/i, `${name} has a certificate: ${handshake}`);
    console.log(`${name}: ${handshake}; without TLS ${plain.status}`);
  }
  for (const other of seen.slice(1)) assert.deepEqual(other, seen[0]);
}

/** How a handshake for a name ends: a code of an error, or the names of the certificate. */
export function shake(name) {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port: 443, servername: name, rejectUnauthorized: false };
    const socket = tls.connect(options, () => {
      resolve(`certificate of ${socket.getPeerCertificate().subjectaltname}`);
      socket.destroy();
    });
    socket.on('error', (error) => resolve(error.code ?? error.message));
  });
}
