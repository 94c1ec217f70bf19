// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { resolveImages } from './embed-images';

beforeEach(() => {
  location.href = 'https://moyan.example/md';
});

test.each([
  ['/tutorial/card.png', 'https://moyan.example/tutorial/card.png'],
  ['images/a.png', 'https://moyan.example/images/a.png'],
  ['//example.com/a.png', 'https://example.com/a.png'],
])('%s_is_a_full_address_in_a_copy', async (address, full) => {
  expect(await resolveImages(`<p>图<img src="${address}"></p>`)).toBe(
    `<p>图<img src="${full}"></p>`,
  );
});

test.each([
  '<p><img src="https://example.com/a.png"/></p>',
  '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="/></p>',
  '<p>/tutorial/card.png</p>',
])('%s_stays_as_it_is', async (html) => {
  expect(await resolveImages(html)).toBe(html);
});
