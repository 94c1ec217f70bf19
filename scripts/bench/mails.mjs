// How long a code takes to its mail server, without and beside a newsletter that waits to be sent.
//
// Usage: node scripts/bench/mails.mjs [MAILS] [PROGRAM]
//
// MAILS wait (10000), and the mail server takes 50 ms for each. PROGRAM is the built `moyan`, by default that of
// `cargo build --release -p moyan-server`. Debian's postgresql-client is needed.

import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask, json } from '../chaos/client.mjs';
import { startMailServer } from '../mail-server.mjs';
import { cargoTarget } from '../paths.mjs';
import { withPostgres } from '../postgres.mjs';
import { startServer } from '../with-server.mjs';

const execute = promisify(execFile);
const [nMails = '10000', program = path.join(cargoTarget, 'release', 'moyan')] =
  process.argv.slice(2);
/** Milliseconds that the mail server takes for a mail. */
const delayMs = 50;
const nCodes = 20;

/** Mails of a newsletter, in the order in which the server would have queued them. */
const fill = `
  INSERT INTO mails (id, channel, recipient, template, subject, body)
    SELECT gen_random_uuid(), 'email', 'reader' || n || '@reader.example', 'newsletter', 'News', repeat('A line of news.' || chr(10), 100)
    FROM generate_series(1, ${Number(nMails)}) n;
  INSERT INTO jobs (id, kind, payload, priority)
    SELECT gen_random_uuid(), 'sendMail', jsonb_build_object('mailId', id), 10 FROM mails;`;

/** Milliseconds from the request for each code until the mail server had it, sorted. */
async function codeTimes(address, waits, prefix) {
  const times = [];
  for (let number = 0; number < nCodes; number += 1) {
    const identifier = `${prefix}${number}@code.example`;
    const began = performance.now();
    const arrived = new Promise((resolve) => waits.set(identifier, resolve));
    const { status, text } = await ask(address, {
      ...{ method: 'POST', route: '/api/account/sendCode' },
      ...json({ identifier, identityType: 'email', purpose: 'register' }),
    });
    if (status !== 200) throw new Error(`a code is refused: ${status} ${text}`);
    await arrived;
    times.push(performance.now() - began);
    await sleep(200);
  }
  return times.sort((a, b) => a - b);
}

async function measure(database) {
  const waits = new Map();
  let nNews = 0;
  const took = (mail) => {
    const to = /^To: <?([^>\r\n]+)>?/im.exec(mail)?.[1];
    waits.get(to)?.();
    if (to?.endsWith('@reader.example')) nNews += 1;
  };
  const mailServer = await startMailServer({ delayMs, took });
  const server = await startServer(program, database, { SMTP_URL: mailServer.url });
  const print = (what, times) =>
    console.log(
      `${what}: median ${Math.round(times[times.length >> 1])} ms, longest ${Math.round(times.at(-1))} ms`,
    );
  print('a code, nothing else waits', await codeTimes(server.address, waits, 'alone'));
  await execute('psql', ['-q', '-d', database, '-c', fill]);
  await sleep(3000);
  const before = nNews;
  const began = performance.now();
  print(`a code beside ${nMails} mails`, await codeTimes(server.address, waits, 'beside'));
  const seconds = (performance.now() - began) / 1000;
  console.log(`mails of the newsletter meanwhile: ${((nNews - before) / seconds).toFixed(1)}/s`);
  await server.stop();
  mailServer.stop();
}

await withPostgres('postgres-bench-mails', measure, { isFresh: true });
