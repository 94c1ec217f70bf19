import { expect, test } from 'vitest';
import { formatAddress } from './image-format';

test.each([
  ['https://mmbiz.qpic.cn/x/640?wx_fmt=webp&tp=webp', 'https://mmbiz.qpic.cn/x/640?wx_fmt=png'],
  [
    'https://b.oss-cn-hangzhou.aliyuncs.com/a.webp',
    'https://b.oss-cn-hangzhou.aliyuncs.com/a.webp?x-oss-process=image/format,png',
  ],
  [
    'https://b-1.cos.ap-guangzhou.myqcloud.com/a.webp',
    'https://b-1.cos.ap-guangzhou.myqcloud.com/a.webp?imageMogr2/format/png',
  ],
  [
    'https://res.cloudinary.com/demo/image/upload/a.webp',
    'https://res.cloudinary.com/demo/image/upload/a.png',
  ],
])('%s_is_asked_for_as_png', (address, better) => {
  expect(formatAddress(address)).toEqual({ address: better, format: 'PNG' });
});

test.each([
  'https://example.com/a.webp',
  'a.webp',
  'https://b.oss-cn-hangzhou.aliyuncs.com/a.webp?x-oss-process=image/resize,w_9',
  'https://notaliyuncs.com/a.webp',
])('%s_cannot_be_asked_otherwise', (address) => {
  expect(formatAddress(address)).toBe(null);
});
