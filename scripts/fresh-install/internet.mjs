// What a machine meets outside: a certificate authority and name servers (Debian's pebble).

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { output } from '../release/program.mjs';
import { StepError } from '../steps.mjs';

/** Where Pebble makes certificates, and where it tells its root; where its name server is told what to say. */
const ports = { acme: 14_000, management: 15_000, dns: 8053, records: 8055 };

export const directory = `https://localhost:${ports.acme}/dir`;
export const nameServer = `127.0.0.1:${ports.dns}`;

/**
 * Starts an authority that proves names over port 80 and 443, as Let's Encrypt does, with name servers of which each
 * name leads to 127.0.0.1.
 *
 * - Returns `{ roots, setTxt, stop }`: a file with the roots of its certificates and of its own address.
 */
export async function startAuthority(folder) {
  const own = path.join(folder, 'authority.pem');
  const key = path.join(folder, 'authority.key');
  output('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', own],
  ]);
  const config = path.join(folder, 'pebble.json');
  const pebble = {
    listenAddress: `127.0.0.1:${ports.acme}`,
    managementListenAddress: `127.0.0.1:${ports.management}`,
    certificate: own,
    privateKey: key,
    httpPort: 80,
    tlsPort: 443,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  writeFileSync(config, JSON.stringify({ pebble }));
  const names = spawn(
    'pebble-challtestsrv',
    [
      ...['-dns01', nameServer, '-management', `127.0.0.1:${ports.records}`],
      ...['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''],
    ],
    { stdio: 'ignore' },
  );
  const authority = spawn('pebble', ['-config', config, '-dnsserver', nameServer], {
    stdio: 'ignore',
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
  });
  const stop = () => {
    for (const program of [names, authority]) program.kill('SIGKILL');
  };
  process.prependListener('exit', stop);
  const root = await rootOf(authority, readFileSync(own));
  const roots = path.join(folder, 'roots.pem');
  writeFileSync(roots, `${readFileSync(own, 'utf8')}${root}`);
  return { roots, setTxt, stop };
}

/** The root that Pebble draws when it starts. */
async function rootOf(authority, ca) {
  for (let tried = 0; tried < 50; tried += 1) {
    const root = await new Promise((resolve) => {
      https
        .get(`https://localhost:${ports.management}/roots/0`, { ca }, async (answer) => {
          let text = '';
          for await (const chunk of answer) text += chunk;
          resolve(text);
        })
        .on('error', () => resolve(undefined));
    });
    if (root) return root;
    if (authority.exitCode !== null) break;
    await sleep(200);
  }
  throw new StepError('pebble did not start: are its ports free?');
}

/** Lets the name servers have a TXT record. */
async function setTxt(name, value) {
  const answer = await fetch(`http://127.0.0.1:${ports.records}/set-txt`, {
    method: 'POST',
    body: JSON.stringify({ host: `${name}.`, value }),
  });
  if (!answer.ok) throw new Error(`set-txt: ${answer.status}`);
}
