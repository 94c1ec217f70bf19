// Reads messages as a mail program does, for the test of the server's mails: a JSON list of messages in, what was read out.
//
// Usage: node scripts/read-mails.mjs < messages.json

import { createRequire } from 'node:module';
import path from 'node:path';
import { frontend } from './paths.mjs';

const { simpleParser } = createRequire(path.join(frontend, 'package.json'))('mailparser');

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const messages = JSON.parse(Buffer.concat(chunks).toString('utf8'));
const read = [];
for (const message of messages) {
  const mail = await simpleParser(message, { skipTextToHtml: true, skipHtmlToText: true });
  read.push({
    subject: mail.subject ?? '',
    senderName: mail.from?.value[0]?.name ?? '',
    senderAddress: mail.from?.value[0]?.address ?? '',
    replyTo: mail.replyTo?.value[0]?.address ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    mimeVersion: mail.headers.get('mime-version') ?? '',
    autoSubmitted: mail.headers.get('auto-submitted') ?? '',
  });
}
process.stdout.write(JSON.stringify(read));
