import { syllables } from '../text/pinyin';

/** Within a word of Latin letters, such as `don’t`; not the quotes around a word. */
const APOSTROPHE = /(?<=\p{L})['’‘ʼ](?=\p{L})/gu;

/** A slug made from a name: Latin letters and digits, Chinese as pinyin; empty when nothing remains. */
export function slugOf(name: string, maxChars: number): string {
  return syllables(name.replace(APOSTROPHE, ''))
    .join('-')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxChars)
    .replace(/^-+|-+$/g, '');
}
