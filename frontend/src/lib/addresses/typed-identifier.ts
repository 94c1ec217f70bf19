/** Marks that copied text brings along unseen. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** Pairs of quotes that stand around a text that was copied with them. */
const QUOTED = /^(?:"(.*)"|'(.*)'|“(.*)”|‘(.*)’|「(.*)」|『(.*)』|《(.*)》|`(.*)`)$/s;
/** What ends the sentence in which something was copied. */
const STOP = /[.,;:!。、]+$/;
/** Hyphens and dashes of all kinds. */
const DASH = /[-\u2010-\u2015\u2212\u30fc]/g;
/** What stands between the groups of a number. */
const BETWEEN_DIGITS = /[\s.·。()]/g;

/** Letters, digits and signs of half width, without what cannot be seen and without quotes around it. */
function plain(text: string): string {
  return unquoted(text.normalize('NFKC').replace(UNSEEN, ''));
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  const inner = QUOTED.exec(trimmed)
    ?.slice(1)
    .find((one) => one !== undefined);
  return inner === undefined ? trimmed : unquoted(inner);
}

/**
 * An e-mail address as it was meant: Chinese keyboards write `＠` and `。`, phones put a space behind a word, and a sentence
 * may end behind it. `server/domain/src/typed.rs` reads the same.
 */
export function readEmail(text: string): string {
  const read = plain(text)
    .replaceAll('。', '.')
    .replace(/^mailto:/, '')
    .replace(STOP, '')
    .replace(/ *([@.]) */g, '$1');
  return unquoted(read);
}

/** A phone number of mainland China as it was meant, without `+86`: phones fill it in with blanks and hyphens. */
export function readPhone(text: string): string {
  return plain(text)
    .replace(STOP, '')
    .replace(DASH, '')
    .replace(BETWEEN_DIGITS, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
}

/** A code as it was meant: some mails show it in groups, and letters are taken for digits. */
export function readCode(text: string): string {
  return unquoted(plain(text).replace(STOP, ''))
    .replace(DASH, '')
    .replace(/\s/g, '')
    .replace(/[il]/gi, '1')
    .replace(/o/gi, '0');
}

/** A day as people and spreadsheets write it, as `YYYY-MM-DD`: `2026/1/5`, `2026.1.5`, `2026年1月5日`. Null for no day. */
export function readDay(text: string): string | null {
  const parts =
    /^(\d{4}) *[-\u2010-\u2015\u2212/.年] *(\d{1,2}) *[-\u2010-\u2015\u2212/.月] *(\d{1,2}) *[日号]?(?:[ T上下星周].*)?$/.exec(
      plain(text),
    );
  if (parts === null) return null;
  const [, year = '', month = '', day = ''] = parts;
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${read}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(read) ? read : null;
}

/** Whether a text says that something never ends. */
export function isForever(text: string): boolean {
  return /^(?:永久|终身|永远|长期|forever|for ever|lifetime|never|permanent)$/i.test(plain(text));
}

/** Whether a spreadsheet wrote a long number short, and its last digits are lost: `1.38E+10`. */
export function isShortened(text: string): boolean {
  return /^[\d.]+E\+?\d+$/i.test(plain(text));
}

/** An address or number of somebody as people know it, and as searches find it: `13912345678` for `+86-13912345678`. */
export function shownIdentifier(identifier: string): string {
  return identifier.replace(/^\+86-(?=\d{11}$)/, '');
}
