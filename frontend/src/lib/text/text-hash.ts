/**
 * A short name for a text: two texts of one name are the same, as far as chance goes. 106 bits in hexadecimal digits.
 *
 * It guards against nobody. It is computed at once, also in a page without a secure context, which has no SHA-256.
 */
export function textHash(text: string): string {
  return mixed(text, 0) + mixed(text, 0x9e3779b9);
}

/** cyrb53, 53 bits: https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js (public domain). */
function mixed(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, '0');
}
