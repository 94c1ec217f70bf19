// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { selectionHtml } from './selection-html';

afterEach(() => {
  document.body.innerHTML = '';
});

/** The article with a selection between the texts `from` and `to`, both included. */
function selected(inner: string, from: string, to: string): string | null {
  document.body.innerHTML = `<section class="article">${inner}</section>`;
  const root = document.querySelector('section') as HTMLElement;
  const find = (text: string): [Text, number] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(text) ?? -1;
      if (at !== -1) return [node as Text, at];
    }
    throw new Error(`no text ${text}`);
  };
  const range = document.createRange();
  const [start, at] = find(from);
  const [end, last] = find(to);
  range.setStart(start, at);
  range.setEnd(end, last + to.length);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  return selectionHtml(root, selection);
}

const article = (inner: string) => `<section class="article">${inner}</section>`;

test('words_of_a_paragraph_keep_their_paragraph', () => {
  expect(selected('<p>一二三</p><p>四</p>', '二', '二')).toBe(article('<p>二</p>'));
});

test('several_blocks_are_cut_at_both_ends', () => {
  expect(selected('<h2>头尾</h2><p>中</p><p>完结</p>', '尾', '完')).toBe(
    article('<h2>尾</h2><p>中</p><p>完</p>'),
  );
});

test('a_selection_in_groups_of_a_long_article_names_no_group', () => {
  const groups =
    '<article-blocks><p>一二</p><p>三</p></article-blocks><article-blocks><p>四五</p></article-blocks>';
  expect(selected(groups, '二', '四')).toBe(article('<p>二</p><p>三</p><p>四</p>'));
  expect(selected(groups, '二', '三')).toBe(article('<p>二</p><p>三</p>'));
  expect(selected(groups, '五', '五')).toBe(article('<p>五</p>'));
});

test('words_inside_markup_keep_the_markup', () => {
  expect(selected('<blockquote><p>a<strong>粗体</strong></p></blockquote>', '体', '体')).toBe(
    article('<blockquote><p><strong>体</strong></p></blockquote>'),
  );
});

test('a_formula_that_is_touched_is_taken_whole_as_its_source', () => {
  expect(
    selected(
      '<p>前 <span class="math-inline" data-tex="x^2"><i>x</i><b>2</b></span> 后</p>',
      '2',
      '后',
    ),
  ).toBe(article('<p><span class="math-inline" data-tex="x^2">x^2</span> 后</p>'));
});

test('a_drawn_diagram_is_its_source_again', () => {
  expect(
    selected(
      '<p>前</p><section class="diagram" data-lang="mermaid" data-source="A &lt; B"><svg><text>甲</text></svg></section>',
      '前',
      '甲',
    ),
  ).toBe(
    article(
      '<p>前</p><section class="diagram" data-lang="mermaid"><pre><code>A &lt; B</code></pre></section>',
    ),
  );
});

test('lines_of_code_are_code_without_colors', () => {
  expect(
    selected(
      '<pre class="code-block" data-lang="js"><span class="code-body"><code><i>let</i> a;\n<i>let</i> b;</code></span></pre>',
      ' b',
      ' b',
    ),
  ).toBe(
    article(
      '<pre class="code-block" data-lang="js"><span class="code-body"><code> b</code></span></pre>',
    ),
  );
});

test('a_list_goes_on_counting_where_the_selection_begins', () => {
  expect(selected('<ol start="3"><li>甲</li><li>乙</li><li>丙</li></ol>', '乙', '丙')).toBe(
    article('<ol start="4"><li>乙</li><li>丙</li></ol>'),
  );
});

test('nothing_selected_is_null', () => {
  document.body.innerHTML = article('<p>一</p>');
  const root = document.querySelector('section') as HTMLElement;
  getSelection()?.removeAllRanges();
  expect(selectionHtml(root, getSelection())).toBe(null);
});
