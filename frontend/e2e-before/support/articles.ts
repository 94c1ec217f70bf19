import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { plainPicture } from './pictures';

const folder = path.join(import.meta.dirname, '../fixtures/articles');

/** The texts of `e2e/fixtures/articles`, over which preview and copy are compared. */
export const ARTICLES: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => readFileSync(path.join(folder, name), 'utf8'));

/** Where their pictures lie. */
export const PICTURE_HOST = 'https://example.com';

/** The articles that are tried in one of the settings: each article is in every `share`-th setting. */
export function articlesIn(setting: number, share: number): readonly string[] {
  return ARTICLES.filter((_, i) => (i + setting) % share === 0);
}

/** The picture at an address, as PNG. */
export function pictureAt(address: string): Buffer {
  return address.includes('small') ? plainPicture(120, 80) : plainPicture(900, 500);
}
