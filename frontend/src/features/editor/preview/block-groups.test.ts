// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { Block } from '../../../engine/types';
import { GROUP_TAG, LONG_ARTICLE, wouldShowGroups } from './block-groups';
import { BlockList } from './block-list';

function block(text: string): Block {
  const html = `<p>${text}</p>`;
  return { html, hasRawHtml: false, hasCode: false, hasMath: false, hasDiagram: false };
}

const blocks = (count: number, name = 'p') =>
  Array.from({ length: count }, (_, i) => block(`${name}${i}`));

let root: HTMLElement;
let list: BlockList;

beforeEach(() => {
  root = document.createElement('section');
  list = new BlockList(root, (b) => b.html);
});

const texts = () => [...root.querySelectorAll('p')].map((p) => p.textContent);
const expected = () => [...list].map(({ block: { html } }) => html.slice(3, -4));
const groups = () => [...root.querySelectorAll(GROUP_TAG)];
const sizes = () => groups().map((group) => group.childNodes.length);

function expectGroups() {
  expect(texts()).toEqual(expected());
  expect([...root.children]).toEqual(groups());
  expect(Math.min(...sizes())).toBeGreaterThan(0);
  expect(Math.max(...sizes())).toBeLessThanOrEqual(128);
}

const open = (count: number) => list.apply([{ at: 0, remove: 0, insert: blocks(count) }]);

test('an_article_of_usual_length_has_no_groups', () => {
  open(LONG_ARTICLE);
  expect(groups()).toHaveLength(0);
  expect(root.children).toHaveLength(LONG_ARTICLE);
});

test('a_long_article_stands_in_groups_in_order', () => {
  open(2000);
  expectGroups();
});

test('an_edit_in_a_group_leaves_all_other_nodes_alone', () => {
  open(2000);
  const before = [...root.querySelectorAll('p')];
  const parents = before.map((node) => node.parentElement);
  list.apply([{ at: 1000, remove: 1, insert: [block('new'), block('more')] }]);
  const kept = before.filter((node) => root.contains(node));
  expect(kept).toHaveLength(1999);
  expect(kept.map((node) => node.parentElement)).toEqual(parents.toSpliced(1000, 1));
  expectGroups();
});

test('a_group_that_grows_is_split_and_an_empty_one_goes', () => {
  open(1000);
  list.apply([{ at: 100, remove: 0, insert: blocks(500, 'pasted') }]);
  expectGroups();
  list.apply([{ at: 64, remove: 300, insert: [] }]);
  expectGroups();
  list.apply([{ at: 0, remove: 64, insert: [] }]);
  expectGroups();
});

test('blocks_at_the_ends_come_into_groups', () => {
  open(1000);
  list.apply([
    { at: 1000, remove: 0, insert: blocks(200, 'end') },
    { at: 0, remove: 0, insert: blocks(200, 'start') },
  ]);
  expectGroups();
});

test('a_long_article_that_is_replaced_as_a_whole_stands_in_groups', () => {
  open(1000);
  list.apply([{ at: 0, remove: 1000, insert: blocks(900, 'other') }]);
  expectGroups();
  list.apply([
    { at: 0, remove: 900, insert: [] },
    { at: 0, remove: 0, insert: blocks(1000, 'third') },
  ]);
  expectGroups();
});

test('an_article_that_became_short_has_no_groups', () => {
  open(1000);
  list.apply([{ at: 300, remove: 500, insert: [] }]);
  expectGroups();
  list.apply([{ at: 300, remove: 100, insert: [] }]);
  expect(groups()).toHaveLength(0);
  expect(texts()).toEqual(expected());
});

test('an_article_that_was_emptied_and_written_again_has_its_blocks', () => {
  open(1000);
  list.apply([{ at: 0, remove: 1000, insert: [] }]);
  expect(root.childNodes).toHaveLength(0);
  list.apply([{ at: 0, remove: 0, insert: blocks(2) }]);
  expect(root.innerHTML).toBe('<p>p0</p><p>p1</p>');
});

test('the_block_of_a_node_is_found_in_a_group', () => {
  open(1000);
  const node = root.querySelectorAll('p')[700]?.firstChild;
  expect(node && list.indexOf(node)).toBe(700);
  expect(list.indexOf(root)).toBe(-1);
  expect(groups()[0] && list.indexOf(groups()[0] as Element)).toBe(-1);
});

test('random_edits_keep_order_and_size', () => {
  open(1000);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const at = random(list.length + 1);
    const remove = Math.min(random(round % 7 === 0 ? 200 : 3), list.length - at);
    list.apply([{ at, remove, insert: blocks(random(round % 5 === 0 ? 300 : 4), `r${round}-`) }]);
    if (groups().length > 0) expectGroups();
    expect(texts()).toEqual(expected());
  }
});

test('styles_that_would_see_groups_do_without_them', () => {
  open(1000);
  const first = root.querySelector('p');
  list.allowGroups(false);
  expect(groups()).toHaveLength(0);
  expect(texts()).toEqual(expected());
  list.apply([{ at: 0, remove: 0, insert: blocks(1000, 'more') }]);
  expect(groups()).toHaveLength(0);
  list.allowGroups(true);
  expectGroups();
  expect(first?.isConnected).toBe(root.isConnected);
});

test.each([
  'section.article > h2 { color: red }',
  'h2+p{margin:0}',
  'h2 ~ p { margin: 0 }',
  'p:first-of-type{}',
  'h2:not(.a) {}',
  '* { letter-spacing: 1px }',
  '@media print { p:last-child { margin: 0 } }',
  '.article { & > p { color: red } }',
  'p { color: red } /* } */ h2 + p { color: red }',
  'p::after { content: "{" } h2 + p { color: red }',
  'p::after { content: "/*" } h2 + p { color: red }',
  'p::after { content: "open\n} h2 + p { color: red }',
  '.article { display: flex; flex-direction: column; gap: 24px }',
  '.article { color: red; display: inline-grid }',
  'h2::before { position: absolute; z-index: -1 }',
  'img { mix-blend-mode: multiply }',
])('groups_would_be_shown_by: %s', (css) => {
  expect(wouldShowGroups(css)).toBe(true);
});

test.each([
  '',
  'section.article p, h2 strong { margin: 0 calc(1px + 2px) }',
  'h2::before { content: "> + ~ * :first-child {" }',
  '/* h2 > p { } */ p { color: red }',
  'a:hover { color: red }',
  "p { background: url('data:image/svg+xml;a>b') }",
  'p { display: block; z-index: 1 }',
])('groups_are_not_shown_by: %s', (css) => {
  expect(wouldShowGroups(css)).toBe(false);
});

test('a_long_picture_in_a_style_is_read_once', () => {
  // Read again from each letter, it would take hours.
  expect(
    wouldShowGroups(`p { background: url(data:image/png;base64,${'A'.repeat(2_000_000)}) }`),
  ).toBe(false);
});
