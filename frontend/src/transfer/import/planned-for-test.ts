import { expect } from 'vitest';
import type { FrontMatter } from '../../engine/types';
import type { ImportPlan, SourceKind } from './model';
import { planImport } from './plan';

/** What the tests of imports share: files of a few lines, and a plan as a reader sees it. */

export const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3];
export const PNG = expect.stringMatching(/^!\[.*\]\(images\/[0-9a-f]{16}\.png\)$/);
export const file = (path: string, content: string | number[]) => ({
  path,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content),
});

/** The subset of front matter that these tests write. */
function parseFrontMatter(text: string): { frontMatter: FrontMatter; bodyStart: number } {
  const [head = '', body = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const frontMatter: FrontMatter = { other: [] };
  for (const [, key = '', value = ''] of body.matchAll(/^(\w+): (.*)$/gm)) {
    if (key === 'title' || key === 'date') frontMatter[key] = value;
    else {
      const list = /^\[(.*)\]$/.exec(value)?.[1]?.split(', ');
      const number = Number(value);
      frontMatter.other?.push({ key, value: list ?? (Number.isNaN(number) ? value : number) });
    }
  }
  return { frontMatter, bodyStart: head.length };
}

export const plan = (
  files: Parameters<typeof planImport>[0],
  more: { kind?: SourceKind; foldersAs?: 'categories' | 'documents' } = {},
) =>
  planImport(files, {
    kind: more.kind ?? null,
    foldersAs: more.foldersAs ?? 'categories',
    parseFrontMatter,
    categorySlug: (name) => name,
  });

/** Titles as they stand: the category, and a dash for each level. */
export function shown({ categories, documents }: ImportPlan): string[] {
  const depth = (id: string | null): string => {
    const parent = documents.find((document) => document.id === id);
    return parent === undefined ? '' : `-${depth(parent.parentId)}`;
  };
  return documents.map(
    ({ title, category, parentId }) => `${categories[category]?.name}/${depth(parentId)}${title}`,
  );
}

/** The text with titles in place of ids. */
export function textOf({ documents }: ImportPlan, title: string): string {
  const text = documents.find((document) => document.title === title)?.content ?? 'no such text';
  return documents.reduce((next, { id, title: name }) => next.replaceAll(id, `@${name}`), text);
}

export const changesOf = ({ changes }: ImportPlan) =>
  Object.fromEntries(changes.map(({ kind, count }) => [kind, count]));
export const leftOutOf = ({ leftOut }: ImportPlan) =>
  leftOut.map(({ path, reason }) => [path, reason]);
/** What could not be had of a kind, as the report names it. */
export const detailsOf = (made: ImportPlan, kind: string) =>
  Object.fromEntries(
    made.changes.filter((change) => change.kind === kind).flatMap(({ details }) => [...details]),
  );
