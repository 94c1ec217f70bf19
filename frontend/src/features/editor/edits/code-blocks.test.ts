import { expect, test } from 'vitest';
import { codeBlocks, coloredParts } from './code-blocks';

test('code_blocks_with_a_language_are_found_with_their_place', () => {
  const text =
    '甲\n```js\nlet a;\n\nb\n```\n```\nplain\n```\n~~~~py x\n```\n~~~~\n```js\n```\n```rs\nopen';
  const found = codeBlocks(text);
  expect(found.map(({ language, code }) => [language, code])).toEqual([
    ['js', 'let a;\n\nb'],
    ['py', '```'],
  ]);
  for (const { code, from } of found) expect(text.slice(from, from + code.length)).toBe(code);
});

test('parts_of_colored_code_have_their_place', () => {
  const html =
    '<span class="hljs-keyword">if</span> a &lt; <span class="hljs-string">"<span class="hljs-subst">x</span>&amp;"</span>';
  const code = 'if a < "x&"';
  expect(
    coloredParts(html).map(({ from, to, className }) => [code.slice(from, to), className]),
  ).toEqual([
    ['if', 'hljs-keyword'],
    ['"', 'hljs-string'],
    ['x', 'hljs-subst'],
    ['&"', 'hljs-string'],
  ]);
});
