// A mail server that takes every mail (RFC 5321) and keeps it.

import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Starts it on a free port.
 *
 * - `delayMs`: how long it thinks before it takes a mail.
 * - `took(mail)`: hears of each.
 * - Returns `{ url, mails, stop }`: an SMTP_URL, and each mail as its source.
 */
export async function startMailServer({ delayMs = 0, took = () => {} } = {}) {
  const mails = [];
  const take = async (mail) => {
    await sleep(delayMs);
    mails.push(mail);
    took(mail);
  };
  const server = net.createServer((socket) => converse(socket, take));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${server.address().port}`;
  return { url, mails, stop: () => server.close() };
}

/** One client: it waits for each answer before it goes on. */
async function converse(socket, take) {
  const say = (line) => socket.write(`${line}\r\n`);
  const answers = { EHLO: '250 localhost', DATA: '354 go on', QUIT: '221 bye' };
  let text = '';
  let isMail = false;
  say('220 localhost ESMTP');
  socket.on('error', () => {});
  for await (const chunk of socket) {
    text += chunk;
    for (;;) {
      const end = isMail ? '\r\n.\r\n' : '\r\n';
      const at = text.indexOf(end);
      if (at < 0) break;
      const line = text.slice(0, at);
      text = text.slice(at + end.length);
      if (isMail) await take(line);
      const command = isMail ? '' : line.slice(0, 4).toUpperCase();
      say(answers[command] ?? '250 fine');
      isMail = command === 'DATA';
    }
  }
}
