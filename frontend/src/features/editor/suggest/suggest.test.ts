import { expect, test } from 'vitest';
import { searchLanguages, writtenName } from './search-languages';
import { suggestTrigger } from './suggest-trigger';

test.each([
  ['/', { kind: 'command', length: 1, query: '' }],
  ['／', { kind: 'command', length: 1, query: '' }],
  ['、lct', { kind: 'command', length: 4, query: 'lct' }],
  ['你好 /表', { kind: 'command', length: 2, query: '表' }],
  ['> - /b', { kind: 'command', length: 2, query: 'b' }],
  ['苹果、', null],
  ['和/', null],
  ['https://a', null],
  ['/a/b', null],
  ['/a b', null],
  ['```', { kind: 'language', length: 0, query: '' }],
  ['```c+', { kind: 'language', length: 2, query: 'c+' }],
  ['  ~~~js', { kind: 'language', length: 2, query: 'js' }],
  ['> ```', { kind: 'language', length: 0, query: '' }],
  ['- ```r', { kind: 'language', length: 1, query: 'r' }],
  ['``', null],
  ['a ```', null],
  ['```js x', null],
])('%j asks for %j', (line, trigger) => {
  expect(suggestTrigger(line)).toEqual(trigger);
});

test('languages_are_found_by_name_and_alias', () => {
  const first = (query: string) => searchLanguages(query)[0]?.name;
  expect(first('')).toBe('javascript');
  expect(first('js')).toBe('javascript');
  expect(first('py')).toBe('python');
  expect(first('c')).toBe('c');
  expect(first('golang')).toBe('go');
  expect(first('mer')).toBe('mermaid');
  expect(searchLanguages('klingon')).toEqual([]);
});

test('an_alias_stays_as_it_was_written', () => {
  const [javascript] = searchLanguages('js');
  expect(javascript && writtenName(javascript, 'js')).toBe('js');
  expect(javascript && writtenName(javascript, 'jav')).toBe('javascript');
});
