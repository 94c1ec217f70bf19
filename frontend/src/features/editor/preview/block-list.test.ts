import { beforeEach, expect, test } from 'vitest';
import type { Block } from '../../../engine/types';
import { BlockList } from './block-list';

function block(html: string, hasRawHtml = false): Block {
  return { html, hasRawHtml, hasCode: false, hasMath: false, hasDiagram: false };
}

let root: HTMLElement;
let list: BlockList;

beforeEach(() => {
  root = document.createElement('section');
  list = new BlockList(root, (b) => b.html);
});

const abc = () =>
  list.apply([
    { at: 0, remove: 0, insert: [block('<p>a</p>'), block('<p>b</p>'), block('<p>c</p>')] },
  ]);

test('untouched_blocks_keep_their_nodes', () => {
  abc();
  const [a, , c] = [...root.children];
  list.apply([{ at: 1, remove: 1, insert: [block('<p>B</p>')] }]);
  expect(root.innerHTML).toBe('<p>a</p><p>B</p><p>c</p>');
  expect(root.children[0]).toBe(a);
  expect(root.children[2]).toBe(c);
});

test('changes_count_in_the_list_as_the_earlier_ones_left_it', () => {
  abc();
  list.apply([
    { at: 0, remove: 1, insert: [] },
    { at: 1, remove: 1, insert: [block('<p>x</p>'), block('<p>y</p>')] },
  ]);
  expect(root.innerHTML).toBe('<p>b</p><p>x</p><p>y</p>');
});

test('a_block_without_an_element_keeps_its_place', () => {
  list.apply([{ at: 0, remove: 0, insert: [block('', true), block('<p>a</p>')] }]);
  list.apply([{ at: 1, remove: 1, insert: [block('<p>b</p>')] }]);
  list.apply([{ at: 0, remove: 1, insert: [block('<hr />')] }]);
  expect(root.innerHTML).toBe('<hr /><p>b</p>'.replace(' /', ''));
});

test('a_raw_block_of_several_nodes_is_one_block', () => {
  list.apply([
    {
      at: 0,
      remove: 0,
      insert: [block('<p>a</p>'), block('<i>1</i> text <b>2</b>', true), block('<p>c</p>')],
    },
  ]);
  expect(list.length).toBe(3);
  const bold = root.querySelector('b');
  expect(bold && list.indexOf(bold)).toBe(1);
  list.apply([{ at: 1, remove: 1, insert: [] }]);
  expect(root.innerHTML).toBe('<p>a</p><p>c</p>');
});

test('an_unbalanced_raw_block_does_not_swallow_its_neighbors', () => {
  list.apply([{ at: 0, remove: 0, insert: [block('<div><p>open', true), block('<p>next</p>')] }]);
  const next = root.lastElementChild;
  expect(next?.textContent).toBe('next');
  expect(next && list.indexOf(next)).toBe(1);
});

test('refresh_shows_picked_blocks_anew_in_place', () => {
  let shown = 'escaped';
  list = new BlockList(root, (b) => (b.hasRawHtml ? `<pre>${shown}</pre>` : b.html));
  list.apply([
    { at: 0, remove: 0, insert: [block('<p>a</p>'), block('x', true), block('<p>c</p>')] },
  ]);
  const first = root.children[0];
  shown = 'clean';
  expect(list.refresh((b) => b.hasRawHtml)).toHaveLength(1);
  expect(root.innerHTML).toBe('<p>a</p><pre>clean</pre><p>c</p>');
  expect(root.children[0]).toBe(first);
});

test('a_replacement_one_for_one_names_what_it_replaced', () => {
  abc();
  const old = list.at(1);
  const [placement] = list.apply([{ at: 1, remove: 1, insert: [block('<p>B</p>')] }]);
  expect(placement?.replaced).toBe(old);
});

test('an_outside_node_belongs_to_no_block', () => {
  abc();
  expect(list.indexOf(document.body)).toBe(-1);
});
