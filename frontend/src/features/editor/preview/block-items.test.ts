// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { markBlockItems } from './block-items';

function marked(html: string): (string | null)[] {
  const holder = document.createElement('section');
  holder.innerHTML = html;
  markBlockItems(holder);
  return [...holder.querySelectorAll('li')].map((item) => item.getAttribute('data-begins'));
}

test.each([
  ['<section class="table"><table></table></section>', 'table'],
  ['<pre class="code-block"><code>a</code></pre>', 'code'],
  ['<h2>a</h2>', 'heading'],
  ['<figure class="figure"></figure>', 'block'],
  ['<section class="math-block">x</section>', 'block'],
  ['<blockquote>\n<pre class="code-block"><code>a</code></pre>\n</blockquote>', 'code'],
])('an_item_is_marked_that_begins_with: %s', (html, kind) => {
  expect(marked(`<ul><li>\n${html}\n</li></ul>`)).toEqual([kind]);
});

test.each([
  '词<pre class="code-block"><code>a</code></pre>',
  '<p>词</p><pre class="code-block"><code>a</code></pre>',
  '<strong>词</strong><figure class="figure"></figure>',
  '<h3>a</h3>',
  '<blockquote><p>词</p></blockquote>',
])('an_item_is_not_marked_that_begins_with: %s', (html) => {
  expect(marked(`<ol><li>${html}</li></ol>`)).toEqual([null]);
});

test('an_item_is_marked_with_the_item_that_it_begins_with', () => {
  expect(marked('<ul><li><ul><li><h2>a</h2></li><li>b</li></ul></li></ul>')).toEqual([
    'heading',
    'heading',
    null,
  ]);
});

test('a_task_has_a_box_and_no_marker', () => {
  expect(marked('<ul><li class="task"><h2>a</h2></li></ul>')).toEqual([null]);
});
