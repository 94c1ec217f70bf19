import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';

/** A mail that was sent. */
export interface Mail {
  recipient: string;
  template: string;
  body: string;
}

/** All mails to somebody, the newest first. */
export async function mailsTo(request: APIRequestContext, recipient: string): Promise<Mail[]> {
  const answer = await request.get('/dev/outbox', { headers: { accept: 'application/json' } });
  const mails: Mail[] = await answer.json();
  return mails.filter((mail) => mail.recipient === recipient);
}

/** The newest mail to somebody, from the page that shows developers what was sent. */
async function mailTo(
  request: APIRequestContext,
  recipient: string,
  pattern: RegExp,
): Promise<string> {
  let found = '';
  await expect(async () => {
    found =
      (await mailsTo(request, recipient))
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

/** The link of a newsletter in the newest mail to `recipient`: to confirm it, or to unsubscribe. */
export function newsletterLinkFor(
  request: APIRequestContext,
  recipient: string,
  purpose: 'confirm' | 'unsubscribe',
): Promise<string> {
  return mailTo(
    request,
    recipient,
    new RegExp(`https?://\\S+/newsletter/${purpose}\\?token=[\\w.-]+`),
  );
}
