import { expect, test } from 'vitest';
import { localImageName, localImageNames, withLocalImages } from './local-image';

const A = '0123456789abcdef.png';
const B = 'fedcba9876543210.jpg';

test('local_images_are_found_in_every_way_of_writing_one', () => {
  const text = `![a](images/${A}) <img src="images/${B}"> [x]: images/${A}\n![b](<images/${A}> "t")`;
  expect(localImageNames(text)).toEqual([A, B]);
});

test('an_address_that_only_ends_like_a_local_one_is_another', () => {
  const text = `![](https://a.com/images/${A}) ![](../images/${A}) ![](images/${A}.bak-1) ![](my-images/${A})`;
  expect(localImageNames(text.replace('.bak', '-bak'))).toEqual([]);
  expect(localImageName(`../images/${A}`)).toBeNull();
  expect(localImageName('images/photo.png')).toBeNull();
  expect(localImageName(`images/${A}`)).toBe(A);
});

test('addresses_are_replaced_where_they_stand_and_nowhere_else', () => {
  const text = `![](images/${A}) ![](https://a.com/images/${A}) ![](images/${B})`;
  expect(withLocalImages(text, (name) => (name === A ? 'https://b.cn/1.png' : null))).toBe(
    `![](https://b.cn/1.png) ![](https://a.com/images/${A}) ![](images/${B})`,
  );
});
