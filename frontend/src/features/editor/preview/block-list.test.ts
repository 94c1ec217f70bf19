// @vitest-environment happy-dom
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

test('of_a_block_that_becomes_another_of_its_kind_only_what_differs_is_touched', () => {
  list.apply([{ at: 0, remove: 0, insert: [block('<ul><li>a</li><li>b</li><li>c</li></ul>')] }]);
  const [shown] = root.children;
  const items = [...root.querySelectorAll('li')];
  list.apply([
    {
      at: 0,
      remove: 1,
      insert: [block('<ul id="x"><li>a</li><li>B</li><li>new</li><li>c</li></ul>')],
    },
  ]);
  expect(root.innerHTML).toBe('<ul id="x"><li>a</li><li>B</li><li>new</li><li>c</li></ul>');
  expect(root.children[0]).toBe(shown);
  expect(root.querySelector('li')).toBe(items[0]);
  expect(root.querySelector('li:last-child')).toBe(items[2]);
  expect(list.indexOf(root.querySelectorAll('li')[1] as Element)).toBe(0);
});

test('a_block_of_another_kind_or_with_formulas_is_put_in_anew', () => {
  const formula = { ...block('<p>a <i>b</i></p>'), hasMath: true };
  for (const next of [block('<h2>a</h2>'), formula, block('<p>a</p><p>b</p>', true)]) {
    root.replaceChildren();
    list = new BlockList(root, (b) => b.html);
    abc();
    const shown = root.children[1];
    list.apply([{ at: 1, remove: 1, insert: [next] }]);
    expect(root.innerHTML).toBe(`<p>a</p>${next.html}<p>c</p>`);
    expect(root.children[1]).not.toBe(shown);
  }
});

test('who_prepares_a_block_sees_it_before_the_page_does', () => {
  abc();
  list.apply([{ at: 0, remove: 1, insert: [block('<p>x</p>')] }], ({ placed }) => {
    expect(root.innerHTML).toContain('<p>a</p>');
    for (const node of placed.nodes) node.textContent = 'prepared';
  });
  expect(root.innerHTML).toBe('<p>prepared</p><p>b</p><p>c</p>');
});
