import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CODE_LANGUAGES, COMMON_LANGUAGES } from './code-languages';

const source = readFileSync(
  path.resolve(import.meta.dirname, '../../../engine-wasm/highlight/src/languages.rs'),
  'utf8',
);

test('the_languages_are_those_of_the_engine', () => {
  const table = source.slice(0, source.indexOf('\n];'));
  const languages = [...table.matchAll(/language\(\s*"([^"]+)",\s*&\[([^\]]*)\]/g)].map(
    ([, name, aliases = '']) => ({
      name,
      aliases: [...aliases.matchAll(/"([^"]+)"/g)].map((alias) => alias[1]),
    }),
  );
  expect(languages.length).toBeGreaterThan(40);
  expect(CODE_LANGUAGES).toEqual(languages);
});

test('common_languages_are_known', () => {
  const names = new Set(CODE_LANGUAGES.map(({ name }) => name));
  expect(COMMON_LANGUAGES.filter((name) => !names.has(name))).toEqual(['mermaid']);
});
