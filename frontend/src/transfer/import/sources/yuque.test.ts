import { expect, test } from 'vitest';
import { changesOf, file, plan, textOf } from '../planned-for-test';

/** Where exports of Yuque say that their images are: it is how one is told. Nothing is fetched. */
const HOST = 'https://cdn.nlark.com/yuque';

test('an_export_of_yuque_loses_colors_and_anchors_and_says_where_its_images_are', async () => {
  const made = await plan([
    file(
      '接口.md',
      `<a name="dfa9"></a>\n## 一\n<font style="color:rgb(38, 38, 38);">字</font>\n\n![image.png](${HOST}/0/2023/png/1.png)\n\n\`\`\`html\n<font style="color:red">留</font>\n\`\`\``,
    ),
  ]);
  expect(made.kind).toBe('yuque');
  expect(made.documents[0]?.content).toBe(
    `\n## 一\n字\n\n![image.png](${HOST}/0/2023/png/1.png)\n\n\`\`\`html\n<font style="color:red">留</font>\n\`\`\``,
  );
  expect(changesOf(made)).toEqual({ remoteImages: 1, anchors: 1, fonts: 1 });
});

test('pictures_of_formulas_of_yuque_become_formulas_and_others_get_their_size', async () => {
  const made = await plan(
    [
      file(
        'a.md',
        `圆 ![](${HOST}/__latex/1.svg#card=math&code=x%5E2&height=20&width=16) 和\n\n![](${HOST}/__latex/2.svg#card=math&code=%5Cfrac%7Ba%7D%7Bb%7D&id=x)\n\n![图.png](${HOST}/0/2022/png/1/a.png#clientId=u2&from=paste&height=324&originWidth=1189&width=594.5 "题") ![](${HOST}/0/2022/png/1/b.png) ![$](${HOST}/__latex/3.svg)`,
      ),
      file('b.md', ''),
    ],
    { kind: 'yuque' },
  );
  expect(textOf(made, 'a')).toBe(
    `圆 $x^2$ 和\n\n$$\n\\frac{a}{b}\n$$\n\n![图.png|595](${HOST}/0/2022/png/1/a.png "题") ![](${HOST}/0/2022/png/1/b.png) ![$](${HOST}/__latex/3.svg)`,
  );
  expect(changesOf(made)).toEqual({ formulas: 2, remoteImages: 3 });
});
