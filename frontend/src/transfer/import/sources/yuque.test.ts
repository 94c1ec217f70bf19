import { expect, test } from 'vitest';
import { changesOf, file, plan } from '../planned-for-test';

test('an_export_of_yuque_loses_colors_and_anchors_and_says_where_its_images_are', async () => {
  const made = await plan([
    file(
      '接口.md',
      '<a name="dfa9"></a>\n## 一\n<font style="color:rgb(38, 38, 38);">字</font>\n\n![image.png](https://cdn.nlark.com/yuque/0/2023/png/1.png#averageHue=x)\n\n```html\n<font style="color:red">留</font>\n```',
    ),
  ]);
  expect(made.kind).toBe('yuque');
  expect(made.documents[0]?.content).toBe(
    '\n## 一\n字\n\n![image.png](https://cdn.nlark.com/yuque/0/2023/png/1.png#averageHue=x)\n\n```html\n<font style="color:red">留</font>\n```',
  );
  expect(changesOf(made)).toEqual({ remoteImages: 1, anchors: 1, fonts: 1 });
});
