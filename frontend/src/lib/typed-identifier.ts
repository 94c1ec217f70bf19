/** What no address and no number has: blanks of any kind, and marks that copied text brings along unseen. */
const UNSEEN = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** What stands between the groups of a number. */
const BETWEEN_DIGITS = /[-.·()\u2010-\u2015\u2212]/g;

/** Letters, digits and signs of half width, without what cannot be seen. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(UNSEEN, '');
}

/** An e-mail address as it was meant: Chinese keyboards write `＠` and `。`, and a sentence may end behind it. */
export function readEmail(text: string): string {
  return plain(text)
    .replaceAll('。', '.')
    .replace(/[.,;、]+$/, '');
}

/** A phone number of mainland China as it was meant, without `+86`: phones fill it in with blanks and hyphens. */
export function readPhone(text: string): string {
  return plain(text)
    .replace(BETWEEN_DIGITS, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
}

/** A code as it was meant: some mails show it in groups. */
export function readCode(text: string): string {
  return plain(text).replace(BETWEEN_DIGITS, '');
}
