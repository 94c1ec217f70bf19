// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import names from '../../../config/site-icons.json';
import { SITE_ICONS } from './site-icons';

const table = path.join(import.meta.dirname, '../../../../../server/src/icons/table.rs');

/** Names and shapes that the server draws. */
function serverIcons(): Map<string, string> {
  const rows = readFileSync(table, 'utf8').matchAll(/^ {4}\("([^"]+)", r#"(.*)"#\),$/gm);
  return new Map([...rows].map(([, name = '', shapes = '']) => [name, shapes]));
}

function withoutSlashes(markup: string): string {
  return markup.replaceAll('/>', '>').replace(/<\/(?!svg)\w+>/g, '');
}

test('the_server_draws_the_icons_of_the_console', () => {
  const drawn = Object.entries(SITE_ICONS).map(([name, Icon]) => {
    const shapes = renderToStaticMarkup(<Icon />).replace(/^<svg[^>]*>|<\/svg>$/g, '');
    return [name, withoutSlashes(shapes)];
  });
  const server = [...serverIcons()].map(([name, shapes]) => [name, withoutSlashes(shapes)]);
  expect(server).toEqual(drawn.sort());
});

test('both_tables_have_the_names_of_the_list', () => {
  expect(Object.keys(SITE_ICONS)).toEqual(names);
  expect([...serverIcons().keys()]).toEqual([...names].sort());
});
