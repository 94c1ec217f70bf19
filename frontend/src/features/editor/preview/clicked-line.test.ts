// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { clickedLine, collectedLine } from './clicked-line';

/** The first element of `html`, in which `data-box="20 60"` says where an element is on the screen. */
function element(html: string): Element {
  const root = document.createElement('section');
  root.innerHTML = html;
  for (const part of root.querySelectorAll<HTMLElement>('[data-box]')) {
    const [top = 0, bottom = 0] = (part.dataset.box ?? '').split(' ').map(Number);
    part.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
    Object.defineProperty(part, 'clientHeight', { value: bottom - top });
  }
  return root.firstElementChild as Element;
}

/** The source line that a click leads to. */
function clicked(html: string, source: string, part: string, y = 0): string | undefined {
  const block = element(html);
  const target = block.matches(part) ? block : (block.querySelector(part) as Element);
  const lines = source.split('\n');
  return lines[clickedLine({ block, target, y, lines })];
}

const CODE =
  '<pre class="code-block" data-box="0 160"><svg></svg><span class="code-body"><code data-box="40 140"><b>a</b>\n\n<i>c</i>\nd\ne</code></span></pre>';

test.each([
  ['b', 41, 'a'],
  ['code', 65, ''],
  ['i', 90, 'c'],
  ['code', 139, 'e'],
  ['svg', 5, 'a'],
  ['pre', 158, 'e'],
])('a_click_on_%s_of_code_at_%i_leads_to_the_code_line_%s', (part, y, line) => {
  expect(clicked(CODE, '```js\na\n\nc\nd\ne\n```\n', part, y)).toBe(line);
});

test('indented_code_has_no_fence_above_it', () => {
  expect(clicked(CODE, '    a\n\n    c\n    d\n    e\n', 'b', 45)).toBe('    a');
});

test.each([
  ['li:nth-child(1)', '1. 一'],
  ['li:nth-child(2)', '2. 二'],
  ['li:nth-child(3)', '3. 三'],
])('a_click_on_%s_leads_to_its_marker', (part, line) => {
  const list = '<ol data-box="0 120"><li>一</li><li>二</li><li>三</li></ol>';
  expect(clicked(list, '1. 一\n2. 二\n3. 三\n', part, 119)).toBe(line);
});

const NESTED =
  '<ul data-box="0 300"><li><p>甲</p><ul><li id="a">子</li></ul></li><li id="b"><pre class="code-block"><code data-box="100 140">- 假\nx</code></pre></li><li id="c">末</li></ul>';
const NESTED_SOURCE = '- 甲\n  - 子\n\n- ```\n  - 假\n  x\n  ```\n\n- 末\n\n';

test.each([
  ['p', 0, '- 甲'],
  ['#a', 0, '  - 子'],
  ['#c', 299, '- 末'],
  ['code', 130, '  x'],
])('a_click_on_%s_of_a_nested_list_at_%i_leads_to_%s', (part, y, line) => {
  expect(clicked(NESTED, NESTED_SOURCE, part, y)).toBe(line);
});

test('an_item_of_several_lines_is_divided_above_the_list_inside_of_it', () => {
  const list =
    '<ul><li id="a" data-box="0 100">甲<br>乙<ul><li data-box="50 100">子</li></ul></li></ul>';
  expect(clicked(list, '- 甲\n  乙\n  - 子', '#a', 40)).toBe('  乙');
});

test('a_list_whose_items_are_not_found_in_the_source_is_divided_by_height', () => {
  const list = '<ul data-box="0 100"><li>一<ul><li>二</li></ul></li></ul>';
  expect(clicked(list, '- - 一二\n  三\n\n', 'li', 80)).toBe('  三');
});

test.each([
  ['.alert-title', 5, ':::warning'],
  ['p:last-child', 35, '文字'],
  ['p:last-child', 59, '文字'],
])('a_click_on_%s_of_a_container_at_%i_leads_to_%s', (part, y, line) => {
  const alert =
    '<section class="alert" data-box="0 60"><p class="alert-title" data-box="0 20">警告</p><p>文字</p></section>';
  expect(clicked(alert, ':::warning\n文字\n:::\n', part, y)).toBe(line);
});

test('a_click_on_the_second_paragraph_of_a_container_leads_to_no_blank_line', () => {
  const alert =
    '<section class="alert" data-box="0 80"><p class="alert-title" data-box="0 20">警告</p><p>多一</p><p id="a">多二</p></section>';
  expect(clicked(alert, ':::warning\n\n多一\n\n多二\n\n:::\n', '#a', 52)).toBe('多二');
});

test.each([
  ['summary', 5, '<summary>摘要</summary>'],
  ['p', 35, '里面'],
  ['p', 59, '里面'],
])('a_click_on_%s_of_details_at_%i_leads_to_%s', (part, y, line) => {
  const details =
    '<details data-box="0 60"><summary data-box="0 20">摘要</summary><p>里面</p></details>';
  const source = '<details>\n<summary>摘要</summary>\n\n里面\n\n</details>\n';
  expect(clicked(details, source, part, y)).toBe(line);
});

test('a_click_at_the_lower_edge_leads_neither_to_blank_lines_nor_to_a_definition', () => {
  const figure = '<figure data-box="0 90"><figcaption>图注</figcaption></figure>';
  expect(clicked(figure, '![图注](a.png)\n\n\n', 'figcaption', 89)).toBe('![图注](a.png)');
  const paragraph = '<p data-box="0 90">文</p>';
  expect(clicked(paragraph, '文\n\n[^a]: 注\n', 'p', 89)).toBe('文');
});

test('a_footnote_leads_to_its_definition', () => {
  const notes = element(
    '<section class="footnotes"><h4>脚注</h4><ol><li id="fn-a"><p>甲</p></li><li id="fn-注"><ol><li>乙</li></ol></li></ol></section>',
  );
  const lines = ['文[^A][^注]', '', '[^A]: 甲', '', '[^注]: 乙', '', '末'];
  const line = (part: string) => collectedLine(notes, notes.querySelector(part) as Element, lines);
  expect([line('p'), line('li li'), line('h4')]).toEqual([3, 5, 3]);
  expect(collectedLine(notes, notes, ['文'])).toBeNull();
});

test('a_cited_link_leads_to_its_address', () => {
  const list = element(
    '<section class="citations"><h4>引用</h4><p>一: <i>https://a.com</i></p><p>二: <i>https://b.com</i></p></section>',
  );
  const lines = ['[一](https://a.com)', '', '[二](https://b.com)'];
  expect(collectedLine(list, list.querySelector('p:last-child') as Element, lines)).toBe(3);
});
