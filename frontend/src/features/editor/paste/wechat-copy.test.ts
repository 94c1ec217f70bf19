// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import * as article from '../../../engine/pkg/article/moyan_article.js';
import * as exporter from '../../../engine/pkg/export/moyan_export.js';
import * as highlight from '../../../engine/pkg/highlight/moyan_highlight.js';
import * as math from '../../../engine/pkg/math/moyan_math.js';
import type { Exported, Patch, Slot } from '../../../engine/types';
import { htmlToMarkdown } from './html-to-markdown';
import { richPaste } from './rich-paste';

const pkg = path.resolve('src/engine/pkg');
const file = (name: string) => readFileSync(path.join(pkg, name));
const css = (theme: string) =>
  readFileSync(path.resolve(`../engine-wasm/highlight/themes/${theme}.css`), 'utf8');
let highlighter: highlight.Highlighter;

beforeAll(() => {
  for (const [name, module] of Object.entries({ article, export: exporter, highlight, math })) {
    module.initSync({ module: file(`${name}/moyan_${name}_bg.wasm`) });
  }
  highlighter = new highlight.Highlighter(new Uint8Array(file('highlight/grammars.packdump')));
});

interface Look {
  target?: 'wechat' | 'html';
  theme?: string;
  font?: string;
  macCodeBlock?: boolean;
  lineNumbers?: boolean;
  codeTheme?: string;
  ownCss?: string;
}

/** The article as the engine copies it; without `codeTheme`, its code has no colors. */
function copied(source: string, look: Look = {}): string {
  const { target = 'wechat', theme = 'classic', font = 'sans-serif', codeTheme, ownCss } = look;
  const { macCodeBlock = true, lineNumbers = true } = look;
  const engine = new article.Engine({ macCodeBlock, lineNumbers });
  const blocks = (engine.update(source) as Patch).ops.flatMap((op) => op.insert);
  engine.free();
  const html = `<section class="article">${blocks.map((block) => block.html).join('')}</section>`;
  const style = {
    ...{ theme, font, sizePx: 16, color: '#1e66f5', indent: false, justify: true },
    ...{ lineHeightPercent: null, letterSpacingTenths: null, paragraphSpacingPx: null },
    headings: Array(6).fill('default'),
  };
  const fills = (exporter.slots(html) as Slot[]).flatMap((slot) => {
    if (slot.kind === 'math') {
      return [{ slot, html: math.formulaSvg(slot.source, slot.display) }];
    }
    if (codeTheme === undefined) return [];
    return [{ slot, html: highlighter.highlight(slot.lang ?? '', slot.source) }];
  });
  const sheets = [article.themeCss(style), codeTheme ? css(codeTheme) : '', ownCss ?? ''];
  const request = { target, html, css: sheets.join('\n'), fills, title: '', language: 'zh-CN' };
  return (exporter.exportArticle(request) as Exported).html;
}

const CODE = 'function f() {\n  if (a) {\n    return  `1`;\n\n  }\n}';

test.each<[string, Look]>([
  ['with_bar_and_numbers', {}],
  ['with_numbers', { macCodeBlock: false }],
  ['with_a_bar', { lineNumbers: false }],
  ['with_neither', { macCodeBlock: false, lineNumbers: false }],
  ['in_colors', { codeTheme: 'atom-one-dark' }],
  ['in_other_colors', { codeTheme: 'github', lineNumbers: false }],
  ['in_elegant', { theme: 'elegant', codeTheme: 'github' }],
  ['in_concise', { theme: 'concise', codeTheme: 'github' }],
  ['in_an_article_in_the_font_of_code', { font: 'monospace', codeTheme: 'github' }],
  ['that_wraps', { ownCss: '.code-block .code-body code { white-space: pre-wrap }' }],
])('code_comes_back_%s', (_name, look) => {
  const html = copied(`前\n\n\`\`\`js\n${CODE}\n\`\`\`\n\n后`, look);
  // The copy does not say which language it is.
  expect(htmlToMarkdown(html)).toBe(`前\n\n\`\`\`\n${CODE}\n\`\`\`\n\n后`);
});

test('code_that_is_all_of_the_clipboard_is_rich', () => {
  expect(richPaste(copied('```\na\n  b\n```'))?.markdown).toBe('```\na\n  b\n```');
});

test('numbers_that_are_code_stay', () => {
  for (const lineNumbers of [true, false]) {
    const html = copied('```\n1\n2\n```', { lineNumbers });
    expect(htmlToMarkdown(html)).toBe('```\n1\n2\n```');
  }
});

test('code_in_a_quote_and_in_a_list_comes_back', () => {
  // The copy makes sections of quotes and lists.
  expect(htmlToMarkdown(copied('> ```\n> a\n>   b\n> ```'))).toBe('```\na\n  b\n```');
  const list = copied('- 项\n\n  ```\n  a\n    b\n  ```');
  expect(htmlToMarkdown(list)).toBe('- 项\n\n  ```\n  a\n    b\n  ```');
});

test('code_of_a_page_has_no_line_numbers', () => {
  const html = copied(`\`\`\`js\n${CODE}\n\`\`\``, { target: 'html', codeTheme: 'github' });
  expect(htmlToMarkdown(html)).toBe(`\`\`\`js\n${CODE}\n\`\`\``);
});

const FONT = 'font-family:Menlo,monospace';
const SCROLLER = 'display:-webkit-box;white-space:nowrap;overflow-x:auto';

test.each([
  ['boxes', '<section>a</section><section>&nbsp;b</section>c', 'a\n b\nc'],
  ['a_blank_line_in_boxes', '<section>a</section><section><br></section><p>b</p>', 'a\n\nb'],
  ['line_breaks_of_the_source', '<p>a<br>\n  &nbsp;b\n  c</p>', 'a\n b c'],
  ['spans_of_the_editor', '<p><span leaf="">a<br></span><span leaf="">&nbsp;b</span></p>', 'a\n b'],
])('lines_are_made_of_%s', (_name, lines, code) => {
  const html = `<section style="${FONT}"><section style="${SCROLLER}">${lines}</section></section>`;
  expect(htmlToMarkdown(html)).toBe(`\`\`\`\n${code}\n\`\`\``);
});

test.each([
  ['centered', `<p style="text-align:center;white-space:nowrap">a<br>b</p>`],
  ['scrolling', `<section style="${SCROLLER}"><p>a<br>b</p></section>`],
  ['in_the_font_of_code', `<section style="${FONT}"><p>a<br>b</p></section>`],
  [
    'cut_off',
    `<p style="${FONT};display:-webkit-box;white-space:nowrap;overflow:hidden">a<br>b</p>`,
  ],
])('a_paragraph_that_is_%s_is_no_code', (_name, html) => {
  expect(htmlToMarkdown(html)).toBe('a\nb');
});

test('pictures_that_scroll_are_no_code', () => {
  const html = `<section style="${FONT};${SCROLLER}"><img src="https://a.b/c.png"></section>`;
  expect(htmlToMarkdown(html)).toBe('![](https://a.b/c.png)');
});

test('inline_code_comes_back', () => {
  expect(htmlToMarkdown(copied('用 `let x = 1` 和 `a*b`。'))).toBe('用 `let x = 1` 和 `a*b`。');
});

const FORMULAS = '设 $x^2$ 为\n\n$$\n\\frac{1}{2}\n$$\n\n- $y$';

test('a_formula_without_its_source_leaves_a_box', () => {
  const { markdown } = richPaste(copied(FORMULAS)) ?? {};
  expect(markdown).toContain('设 $\\square$ 为\n\n$$\n\\square\n$$');
  expect(markdown?.match(/square/g)).toHaveLength(3);
});

test('a_formula_of_a_page_has_its_source', () => {
  expect(htmlToMarkdown(copied(FORMULAS, { target: 'html' }))).toBe(FORMULAS);
});

test('an_icon_is_no_formula', () => {
  const icon = '<svg style="width:1em;height:1em" viewBox="0 0 24 24"><path d="M0 0h9v9z"/></svg>';
  expect(htmlToMarkdown(`<p>a${icon}b</p>`)).toBe('ab');
  expect(htmlToMarkdown(copied('> [!TIP]\n> 甲'))).not.toContain('square');
});

const MATHJAX = '<svg style="vertical-align:-.02ex" width="2ex" viewBox="0 -683 572 694"></svg>';

test.each([
  ['alone', `<mjx-container class="MathJax">${MATHJAX}</mjx-container>`, '设$\\square$'],
  [
    'with_mathml',
    `<mjx-container class="MathJax">${MATHJAX}<math><mi>x</mi></math></mjx-container>`,
    '设x',
  ],
  [
    'with_its_source',
    `<span class="MathJax_SVG">${MATHJAX}</span><script type="math/tex">x</script>`,
    '设$x$',
  ],
])('a_formula_of_mathjax_%s_is_pasted_once', (_name, formula, markdown) => {
  expect(htmlToMarkdown(`<p>设${formula}</p>`)).toBe(markdown);
});

test('a_drawing_with_words_counts_as_lost', () => {
  const drawing = '<svg viewBox="0 0 9 9"><rect width="9" height="9"/><text>开始</text></svg>';
  expect(richPaste(`<p><b>甲</b></p><section>${drawing}</section>`)).toEqual({
    markdown: '**甲**',
    lostImages: 1,
  });
});

test.each([
  ['flat', '- 一\n- 二\n- 三'],
  ['ordered', '3. 一\n4. 二'],
  ['nested', '- 一\n  - 一之一\n  - 一之二\n    1. 甲\n    2. 乙\n- 二'],
  ['tasks', '- [ ] 待办\n- [x] 办完'],
  ['tasks with a list', '- [x] 办完\n  - 其一\n- [ ] 待办'],
  ['tasks and others', '- [x] 办完\n- 备注\n- [ ] 待办'],
  ['marks', '- **重**点\n- `码` 与 *斜*'],
])('a_list_that_was_copied_for_wechat_is_a_list_again: %s', (_, source) => {
  for (const theme of ['classic', 'elegant', 'concise']) {
    expect(htmlToMarkdown(copied(`前\n\n${source}\n\n后`, { theme })), theme).toBe(
      `前\n\n${source}\n\n后`,
    );
    expect(htmlToMarkdown(copied(source, { theme })), theme).toBe(source);
  }
});

test('an_item_keeps_its_blocks', () => {
  const source = '- 一\n\n  第二段\n- ### 题\n- ![](https://a.com/b.png)\n\n尾';
  expect(htmlToMarkdown(copied(source))).toBe(source);
});

test('sections_of_plain_paragraphs_are_no_lists', () => {
  const html =
    '<section><p>• 一</p><p>✅ 二</p></section><section style="padding-left:24px"><p>三</p></section>';
  expect(htmlToMarkdown(html)).toBe('• 一\n\n✅ 二\n\n三');
});
