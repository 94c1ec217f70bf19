import { syllables } from './pinyin';

/** A slug made from a name: Latin letters and digits, Chinese as pinyin; empty when nothing remains. */
export function slugOf(name: string, maxChars: number): string {
  return syllables(name)
    .join('-')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxChars)
    .replace(/^-+|-+$/g, '');
}
