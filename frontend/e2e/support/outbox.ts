import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';

interface Mail {
  recipient: string;
  template: string;
  body: string;
}

/** The newest mail to somebody, from the page that shows developers what was sent. */
async function mailTo(
  request: APIRequestContext,
  recipient: string,
  pattern: RegExp,
): Promise<string> {
  let found = '';
  await expect(async () => {
    const answer = await request.get('/dev/outbox', { headers: { accept: 'application/json' } });
    const mails: Mail[] = await answer.json();
    found =
      mails
        .filter((mail) => mail.recipient === recipient)
        .map((mail) => pattern.exec(mail.body)?.[0])
        .find((match) => match !== undefined) ?? '';
    expect(found).not.toBe('');
  }).toPass();
  return found;
}

/** The code in the newest mail to `recipient`. */
export function codeFor(request: APIRequestContext, recipient: string): Promise<string> {
  return mailTo(request, recipient, /(?<!\d)\d{6}(?!\d)/);
}

/** Path and fragment of the invitation in the newest mail to `recipient`. */
export async function invitationFor(
  request: APIRequestContext,
  recipient: string,
): Promise<string> {
  const url = new URL(await mailTo(request, recipient, /https?:\/\/\S+\/invitations#\S+/));
  return `${url.pathname}${url.hash}`;
}
