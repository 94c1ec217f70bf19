import { beforeAll, expect, test } from 'vitest';
import en from '../../../i18n/locales/en/errors.json';
import zh from '../../../i18n/locales/zh-CN/errors.json';
import { Formulas } from '../preview/formulas';
import { formulaError } from './formula-error';

const formulas = new Formulas();
beforeAll(() => formulas.prepare());

/** Looks words up as the interface does. */
const translate =
  (words: Record<string, unknown>) =>
  (key: string, options: Record<string, string> = {}): string => {
    const path = key.replace('errors:', '').split('.');
    const found = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], words);
    return String(found).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => options[name] ?? '');
  };

function reason(tex: string, words: Record<string, unknown>, isBlock = true): string {
  const result = formulas.render(tex, isBlock);
  if ('html' in result) throw new Error(`${tex} has no error`);
  return formulaError(translate(words), result.error).message;
}

test.each([
  ['\\foo{x}', '没有 \\foo 这个命令（第 1 个字符处）'],
  ['\\frac{1', '没有写完，可能少了 }'],
  ['{a', '没有写完，可能少了 }'],
  ['\\left(a', '没有写完，可能少了 \\right'],
  ['\\big{ab}', '这里应是一个括号（第 5 个字符处）'],
  ['x\\limits_a', '\\limits 只能跟在运算符后面（第 2 个字符处）'],
  ['a}', '多了一个 }（第 2 个字符处）'],
  ['a^b^c', '连续写了两个上标，请用 {} 分组（第 4 个字符处）'],
  ['a_b_c', '连续写了两个下标，请用 {} 分组（第 4 个字符处）'],
  ['a^', '命令或符号后面缺少内容（第 2 个字符处）'],
  ['\\begin{nope}a\\end{nope}', '没有 nope 这个环境（第 7 个字符处）'],
  ['\\begin{matrix}a\\end{pmatrix}', '\\begin{matrix} 与 \\end{pmatrix} 不成对（第 16 个字符处）'],
  ['{\\left(a}', '这里应是 \\right，写的是 }（第 9 个字符处）'],
  ['\\middle|', '\\middle 前面缺少 \\left（第 8 个字符处）'],
  ['\\left x', 'x 不能用作括号（第 7 个字符处）'],
  ['\\rule{1xy}{1em}', 'xy 不是有效的尺寸或颜色（第 6 个字符处）'],
  ['\\color{#12}x', '#12 不是有效的尺寸或颜色（第 7 个字符处）'],
  ['\\text{\\frac12}', '\\frac 不能用在文字里（第 7 个字符处）'],
])('%s says in Chinese what is wrong', (tex, words) => {
  expect(reason(tex, zh)).toBe(words);
});

test('in_english_too', () => {
  expect(reason('\\foo', en)).toBe('there is no command \\foo (at character 1)');
});

test('what_only_a_block_may_hold_is_named_in_a_line', () => {
  expect(reason('\\begin{align}a\\end{align}', zh, false)).toContain('{align} 只能用在独立公式中');
});

test('a_tag_in_a_line_and_an_endless_macro_are_named', () => {
  expect(reason('a\\tag{1}', zh, false)).toContain('\\tag 只能');
  expect(reason('\\def\\a{\\a\\a}\\a', zh)).toContain('展开次数过多');
});

test('what_is_not_known_is_said_without_foreign_words', () => {
  expect(formulaError(translate(zh), 'Something new at position 3: x̲').message).toBe(
    '无法解析（第 3 个字符处）',
  );
});
