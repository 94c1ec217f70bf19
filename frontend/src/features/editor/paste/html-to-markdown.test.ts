// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isRich } from './clean-html';
import { htmlToMarkdown } from './html-to-markdown';

test.each([
  [
    'headings_and_marks',
    '<h2>题</h2><p>一<b>粗</b><i>斜</i><s>删</s><code>x</code></p>',
    '## 题\n\n一**粗***斜*~~删~~`x`',
  ],
  [
    'links_and_images',
    '<p><a href="https://a.b">链</a><img src="//c.d/e f.png" alt="图"></p>',
    '[链](https://a.b)![图](<https://c.d/e f.png>)',
  ],
  [
    'links_within_the_page',
    '<p><a href="#x">词</a><a href="javascript:alert(1)">词</a></p>',
    '词词',
  ],
  [
    'nested_lists',
    '<ul><li>a<ol start="3"><li>b</li><li>c</li></ol></li><li>d</li></ul>',
    '- a\n  3. b\n  4. c\n- d',
  ],
  [
    'a_table_without_a_head',
    '<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a<br>b | c   |\n| --- | --- |\n| 1   | 2   |',
  ],
  [
    'a_table_with_cells_over_columns',
    '<table><tr><td colspan="2">a</td></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a   |     |\n| --- | --- |\n| 1   | 2   |',
  ],
  [
    'a_table_with_cells_over_rows',
    '<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td>1</td><td colspan="2" rowspan="2">2</td></tr><tr><td rowspan="2">3</td></tr><tr><td>4</td><td>5</td></tr></table>',
    '| a   | b   | c   |\n| --- | --- | --- |\n| 1   | 2   |     |\n| 3   | 2   |     |\n| 3   | 4   | 5   |',
  ],
  [
    'cells_of_excel_whose_fragment_stands_in_the_table',
    '<html><body><table border=0>\n<!--StartFragment--><col width=96><tr><td>月份</td><td>收入</td></tr>\n<tr><td rowspan=2>一月</td><td>1,234.50</td></tr><tr><td>a|b<br>第二行</td></tr>\n<!--EndFragment--></table></body></html>',
    '| 月份  | 收入  |\n| --- | --- |\n| 一月  | 1,234.50 |\n| 一月  | a\\|b<br>第二行 |',
  ],
  [
    'lists_paragraphs_and_tables_in_cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>甲<ul><li><p>x</p></li><li>y</li></ul></td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
    '| a   | b   |\n| --- | --- |\n| 甲<br>x<br>y | 1 2 |',
  ],
  [
    'what_reads_as_tags_and_references',
    '<p>用 &lt;script&gt; 与 List&lt;String&gt;，a &lt; b，&amp;nbsp; 与 A&amp;B</p>',
    '用 \\<script> 与 List\\<String>，a < b，\\&nbsp; 与 A&B',
  ],
  ['an_address_in_brackets', '<p>见 &lt;https://a.b/c&gt;。</p>', '见 <https://a.b/c>。'],
  [
    'bold_that_is_cut_into_pieces',
    '<p><b><span>加粗</span></b><b><span lang="EN-US">Bold</span></b><span style="font-weight:700">再粗</span>后，<i>a</i><em>斜</em></p>',
    '**加粗Bold再粗**后，*a斜*',
  ],
  [
    'raised_and_lowered_letters',
    '<p>x<sup>2</sup>，H<sub>2</sub>O</p>',
    'x<sup>2</sup>，H<sub>2</sub>O',
  ],
  [
    'a_link_around_blocks',
    '<a href="https://a.b"><div><h3>标题</h3><p>摘要</p></div></a>',
    '### [标题](https://a.b)\n\n摘要',
  ],
  [
    'numbers_behind_bullets_of_word',
    '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>甲</p><p style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">1.</span>乙</p><p style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">2.</span>丙</p>',
    '- 甲\n\n1. 乙\n2. 丙',
  ],
  [
    'code_with_its_language',
    '<div class="highlight highlight-source-js"><pre>let a = 1;\n</pre></div>',
    '```js\nlet a = 1;\n```',
  ],
  [
    'code_that_holds_fences',
    '<pre><code class="language-md">```\nx\n```</code></pre>',
    '````md\n```\nx\n```\n````',
  ],
  [
    'wechat_pictures',
    '<section><img data-src="https://mmbiz.qpic.cn/a" src="data:image/gif;base64,R0lGOD"></section>',
    '![](https://mmbiz.qpic.cn/a)',
  ],
  [
    'wechat_code',
    '<section class="code-snippet__fix"><ul class="code-snippet__line-index"><li></li></ul><pre data-lang="js"><code><span>a</span></code><code><span>&nbsp;b</span></code></pre></section>',
    '```js\na\n b\n```',
  ],
  [
    'google_docs',
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">粗</span>细</p></b>',
    '**粗**细',
  ],
  [
    'katex',
    '<p>设<span class="katex"><span class="katex-mathml"><math><semantics><mrow></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span>。</p>',
    '设$x^2$。',
  ],
  [
    'zhihu_formulas',
    '<p>设<img eeimg="1" alt="\\frac{1}{2}" src="https://zhihu.com/equation">。</p>',
    '设$\\frac{1}{2}$。',
  ],
  [
    'what_is_hidden',
    '<p>见</p><p style="display:none">隐</p><script>1</script><style>p{}</style><!-- x -->',
    '见',
  ],
  [
    'the_fragment_of_windows',
    '<html><body>外<!--StartFragment--><p>内</p><!--EndFragment-->外</body></html>',
    '内',
  ],
])('%s', (_name, html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

test('lists_of_word_become_lists', () => {
  const item = (level: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp;</span></span>${text}<o:p></o:p></p>`;
  const html = `<p class=MsoNormal>前<o:p></o:p></p>${item(1, '·', '甲')}${item(2, '1.', '乙')}${item(2, '2.', '丙')}${item(1, '·', '丁')}<p>后</p>`;
  expect(htmlToMarkdown(html)).toBe('前\n\n- 甲\n  1. 乙\n  2. 丙\n- 丁\n\n后');
});

test('text_without_marks_is_not_rich', () => {
  expect(isRich('<div style="font-family:monospace"><span>a</span><br><span>b</span></div>')).toBe(
    false,
  );
  expect(isRich('<meta charset="utf-8"><span>词</span>')).toBe(false);
  expect(isRich('<p>a <b>b</b></p>')).toBe(true);
  expect(isRich('<p>x<sup>2</sup></p>')).toBe(true);
  expect(isRich('<p><img src="https://a.b/c.png"></p>')).toBe(true);
});

test('code_keeps_its_spaces_and_empty_lines', () => {
  expect(htmlToMarkdown('<pre>a  \n\n\n\nb</pre><p>c</p>')).toBe('```\na  \n\n\n\nb\n```\n\nc');
});

test('hostile_html_ends_in_text', () => {
  const made = htmlToMarkdown(
    `${'<div>'.repeat(500)}<img src=x onerror=alert(1)>字${'</div>'.repeat(500)}`,
  );
  expect(made).toContain('字');
  expect(made).not.toContain('onerror');
});

test('a_cell_covers_a_hundred_columns_at_most', () => {
  const table = '<table><tr><td colspan="1000">a</td></tr></table>';
  expect(htmlToMarkdown(table).match(/ --- /g)).toHaveLength(100);
});
