// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { tableLine } from './table-line';

function element(html: string): Element {
  const root = document.createElement('section');
  root.innerHTML = html;
  return root.firstElementChild as Element;
}

const TABLE =
  '<table><thead><tr><th>甲</th></tr></thead><tbody><tr><td><b>一</b></td></tr><tr><td>二</td></tr></tbody></table>';

test.each([
  ['th', 0],
  ['b', 2],
  ['tr:last-child td', 3],
])('a_click_on_%s_of_a_table_means_its_line_%i', (part, line) => {
  const table = element(TABLE);
  expect(tableLine(table, table.querySelector(part) as Element)).toBe(line);
  const framed = element(`<div>${TABLE}</div>`);
  expect(tableLine(framed, framed.querySelector(part) as Element)).toBe(line);
});

test('a_table_inside_of_another_block_tells_no_line', () => {
  const list = element(`<ul><li>一${TABLE}</li></ul>`);
  expect(tableLine(list, list.querySelector('td') as Element)).toBeNull();
  const paragraph = element('<p>字</p>');
  expect(tableLine(paragraph, paragraph)).toBeNull();
});
