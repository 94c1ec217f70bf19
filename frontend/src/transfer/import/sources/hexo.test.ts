import { expect, test } from 'vitest';
import {
  changesOf,
  detailsOf,
  file,
  leftOutOf,
  plan,
  png,
  shown,
  textOf,
} from '../planned-for-test';

test('hexo_brings_posts_and_drafts_and_nothing_of_its_scaffolds_and_themes', async () => {
  const made = await plan([
    file('blog/_config.yml', 'title: 我的博客\n'),
    file('blog/scaffolds/post.md', '---\ntitle: {{ title }}\n---\n'),
    file('blog/themes/next/README.md', '主题'),
    file('blog/node_modules/a/README.md', '别人的'),
    file(
      'blog/source/_posts/新.md',
      '---\ntitle: 新文\ndate: 2021-01-02 03:04:05\ncategories:\n  - [编程, 前端]\n  - 随笔\n---\n正文',
    ),
    file('blog/source/_posts/旧.md', 'title: 旧文\ndate: 2020-01-02\ncategories: 编程\n---\n正文'),
    file('blog/source/_posts/散.md', '---\ntitle: 散文\n---\n'),
    file('blog/source/_drafts/稿.md', '---\ntitle: 草稿\n---\n'),
    file('blog/source/about/index.md', '---\ntitle: 关于\n---\n'),
    file('blog/source/_data/x.md', ''),
  ]);
  expect([made.kind, made.name]).toEqual(['hexo', '我的博客']);
  expect(shown(made)).toEqual(['docs/草稿', 'docs/散文', 'docs/关于', '编程/新文', '编程/旧文']);
  const draft = made.documents.find(({ title }) => title === '草稿');
  expect(draft?.front.draft).toBe(true);
  expect(draft?.content).toBe('---\ndraft: true\ntitle: 草稿\n---\n');
  expect(textOf(made, '新文')).toContain('date: 2021-01-02 03:04:05\n');
  expect(textOf(made, '旧文')).toMatch(/^---\ntitle: 旧文\n/);
  expect(changesOf(made)).toEqual({ drafts: 1 });
});

test('a_text_that_only_looks_like_one_of_hexo_is_read_in_a_moment', async () => {
  const list = `a: b\n${'  - x\n- y: z\n'.repeat(2_000)}`;
  const tags = '{% note '.repeat(20_000) + '\n\n{% code %}'.repeat(20_000);
  const made = await plan([file('_posts/列.md', list), file('_posts/标.md', tags)]);
  expect(textOf(made, '列')).toBe(list);
  expect(textOf(made, '标')).toBe(tags);
});

test('tags_of_hexo_become_markdown_and_others_are_named', async () => {
  const made = await plan([
    file('source/_posts/另一篇.md', '---\ntitle: 另一个题\ndate: 2020-03-04\n---\n'),
    file(
      'source/_posts/篇.md',
      [
        '摘要',
        '<!-- more -->',
        '{% asset_img 图.png 200 300 "说明" %} ![](图.png) ![](/img/图.png)',
        '{% raw %}{{ 不要解析 }} {% note %}{% endraw %}',
        '{% codeblock 标题 lang:js https://x.example %}\nlet a = 1\n{% endcodeblock %}',
        '{% note info %}提示{% endnote %}',
        '{% post_link 另一篇 %} {% post_link 另一篇 看 %} {% post_link 无 %} [旧](/2020/03/04/另一篇/)',
        '{% blockquote 某人 %}\n一句话\n{% endblockquote %}',
        '{% youtube abc %} `{% note %}`',
      ].join('\n\n'),
    ),
    file('source/_posts/篇/图.png', png),
    file('source/img/图.png', png),
  ]);
  const text = textOf(made, '篇').replace(/\n{2,}/g, '\n\n');
  const [, , images, raw, title, code, note, links, quote, other] = text
    .replace(/images\/\w+\.png/g, '图')
    .split(/\n\n/);
  expect(images).toBe('![说明](图) ![](图) ![](图)');
  expect(raw).toBe('{{ 不要解析 }} {% note %}');
  expect([title, code]).toEqual(['**标题** <https://x.example>', '```js\nlet a = 1\n```']);
  expect(note).toBe(':::info\n提示\n:::');
  expect(links).toBe('[另一个题](@另一个题.md) [看](@另一个题.md) 无 [旧](@另一个题.md)');
  expect(quote).toBe('> 一句话\n>\n> —— 某人');
  expect(other).toBe('{% youtube abc %} `{% note %}`');
  expect(changesOf(made)).toEqual({
    more: 1,
    tags: 8,
    links: 4,
    missingLinks: 1,
    unconverted: 1,
  });
  expect(detailsOf(made, 'unconverted')).toEqual({ '{% youtube %}': 1 });
  expect(leftOutOf(made)).toEqual([]);
});

const hexo = (text: string, ...more: ReturnType<typeof file>[]) =>
  plan([file('source/_posts/篇.md', text), file('source/_posts/z.md', ''), ...more]);

test('the_title_of_code_in_hexo_stands_above_it', async () => {
  const made = await hexo(
    '``` yaml _config.yml\na: 1\n```\n\n- 项\n\n  ```js 题 https://x.example 来源 line_number:false mark:1,4-7\n  b\n  ```\n\n```js\nc\n```\n\n{% codeblock _.compact https://x.example 来源 %}\nd\n{% endcodeblock %}',
  );
  expect(
    textOf(made, '篇')
      .replace(/\n{2,}/g, '\n\n')
      .trim(),
  ).toBe(
    '**\\_config.yml**\n\n```yaml\na: 1\n```\n\n- 项\n\n  **题** [来源](<https://x.example>)\n\n  ```js\n  b\n  ```\n\n```js\nc\n```\n\n**\\_.compact** [来源](<https://x.example>)\n\n```\nd\n```',
  );
  expect(changesOf(made)).toEqual({ codeTitles: 2, tags: 1 });
});

test('folded_and_hidden_parts_notes_and_diagrams_of_themes_of_hexo_are_ours', async () => {
  const made = await hexo(
    '{% folding blue, 题 一 %}\n甲\n{% endfolding %}\n\n{% folding red open::题二 %}\n乙\n{% endfolding %}\n\n{% hideToggle 题三,#fff,#000 %}\n丙\n{% endhideToggle %}\n\n{% notel blue 题四 %}\n丁\n{% endnotel %}\n\n{% noteblock, 题五 %}\n戊\n{% endnoteblock %}\n\n{% mermaid %}\ngraph LR\n  a-->b\n{% endmermaid %}\n\n{% folding open:true %}\n己\n{% endfolding %}',
  );
  const blocks = textOf(made, '篇')
    .trim()
    .split(/\n{2,}/);
  expect(blocks.filter((one) => !/^.?$/.test(one) && one !== ':::')).toEqual([
    ':::details 题 一',
    ':::details 题二',
    ':::details 题三',
    ':::note 题四',
    ':::note 题五',
    '```mermaid\ngraph LR\n  a-->b\n```',
    ':::details',
  ]);
  expect(blocks.filter((one) => one === ':::').length).toBe(6);
  expect(changesOf(made)).toEqual({ tags: 7 });
});

test('a_quote_of_hexo_leads_to_its_source', async () => {
  const made = await hexo(
    '{% blockquote 某人 https://x.example/a 某篇 %}\n一句\n{% endblockquote %}\n\n{% quote 某人, 某书 %}\n二句\n{% endquote %}\n\n{% blockquote 某人 https://x.example/a %}\n三句\n{% endblockquote %}',
  );
  expect(
    textOf(made, '篇')
      .replace(/\n{2,}/g, '\n\n')
      .trim(),
  ).toBe(
    '> 一句\n>\n> —— 某人 [某篇](<https://x.example/a>)\n\n> 二句\n>\n> —— 某人, 某书\n\n> 三句\n>\n> —— [某人](<https://x.example/a>)',
  );
});

test('posts_of_hexo_are_found_by_the_addresses_that_its_settings_give_them', async () => {
  const made = await hexo(
    '[一](/posts/3f2a/) [二](/posts/3f2a.html#a) [三](/2020/01/02/y/) [四](/own/path.html) [五](/posts/none/)',
    file('_config.yml', 'permalink: posts/:abbrlink/ # 短\n'),
    file('source/_posts/x.md', '---\ntitle: 甲\nabbrlink: 3f2a\ndate: 2020-01-02\n---\n'),
    file('source/_posts/y.md', '---\ntitle: 乙\npermalink: own/path.html\n---\n'),
  );
  expect(textOf(made, '篇')).toBe(
    '[一](@甲.md) [二](@甲.md#a) [三](/2020/01/02/y/) [四](@乙.md) [五](/posts/none/)',
  );
});
