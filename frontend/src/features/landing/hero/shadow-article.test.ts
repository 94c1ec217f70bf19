// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ShadowArticle } from './shadow-article';

const block = (html: string, hasRawHtml = false) => ({
  html,
  hasRawHtml,
  hasCode: false,
  hasMath: false,
  hasDiagram: false,
});

function article() {
  const host = document.createElement('div');
  const shown = new ShadowArticle(host);
  const root = host.shadowRoot?.querySelector('section');
  return {
    shown,
    texts: () => [...(root?.children ?? [])].map((child) => child.textContent),
    root,
  };
}

test('a_patch_replaces_its_blocks_and_leaves_the_others', () => {
  const { shown, texts, root } = article();
  shown.show([block('<p>a</p>'), block('<p>b</p>'), block('<p>c</p>')]);
  const last = root?.lastElementChild;
  shown.apply({
    ops: [{ at: 1, remove: 1, insert: [block('<p>x</p>'), block('<p>y</p>')] }],
    startLines: new Uint32Array(),
  });
  expect(texts()).toEqual(['a', 'x', 'y', 'c']);
  expect(root?.lastElementChild).toBe(last);
});

test('html_of_the_visitor_is_shown_as_its_source', () => {
  const { shown, texts, root } = article();
  shown.show([block('<p onclick="x()">a</p>', true)]);
  expect(texts()).toEqual(['<p onclick="x()">a</p>']);
  expect(root?.querySelector('p')).toBeNull();
});
