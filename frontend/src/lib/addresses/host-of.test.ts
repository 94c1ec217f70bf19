import { expect, test } from 'vitest';
import { hostOf } from './host-of';

test('a_copied_address_gives_its_host', () => {
  for (const [address, host] of [
    ['https://www.xiaoman-tea.cn/path', 'www.xiaoman-tea.cn'],
    [' http://docs.example.com:8080/a?b#c ', 'docs.example.com'],
    ['//docs.example.com/', 'docs.example.com'],
    ['docs.example.com/', 'docs.example.com'],
    ['docs.example.com/a?next=https://other.example', 'docs.example.com'],
    ['https://me@docs.example.com/', 'docs.example.com'],
    ['https://文档.例子.cn/首页', '文档.例子.cn'],
  ]) {
    expect(hostOf(address ?? '')).toBe(host);
  }
});

test('a_host_and_what_is_none_stay_as_they_are', () => {
  for (const text of ['docs.example.com', 'docs.example.com:443', 'not a host', '']) {
    expect(hostOf(text)).toBe(text);
  }
});
