import { expect, test } from 'vitest';
import { isBareDomain } from './bare-domain';

test.each([
  ['example.com', true],
  ['example.com.cn', true],
  ['example.co.uk', true],
  ['learn.example.com', false],
  ['www.example.com.cn', false],
  ['docs.qq.com', false],
  ['co.example.de', false],
])('%s_is_bare_%s', (host, isBare) => {
  expect(isBareDomain(host)).toBe(isBare);
});
