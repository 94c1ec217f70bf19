/** As the server's: control characters, and those that take no space, look like a space or turn the text around them. */
const UNPRINTABLE =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0d]|[\u{e0000}-\u{e0fff}]/u;

/** Whether a name shows all that it holds: two that look alike could differ by what it does not show. */
export function isPrintableName(name: string): boolean {
  return !UNPRINTABLE.test(name);
}
