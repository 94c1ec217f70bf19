import { expect, test } from 'vitest';
import { writeZip } from '../../lib/zip';
import { changesOf, file, leftOutOf, plan, png, shown, textOf } from './planned-for-test';

/** What could not be had of a kind, as the report names it. */
const detailsOf = (made: Awaited<ReturnType<typeof plan>>, kind: string) =>
  Object.fromEntries(
    made.changes.filter((change) => change.kind === kind).flatMap(({ details }) => [...details]),
  );

test('vitepress_has_its_documents_where_it_says_and_its_order_and_name', async () => {
  const made = await plan([
    file(
      'docs/.vitepress/config.ts',
      [
        "import { x } from './x'",
        'export default {',
        "  title: '一份文档',",
        "  srcDir: 'src',",
        "  nav: [{ text: '接口', link: '/api/' }],",
        '  sidebar: [',
        "    { text: '快速上手', link: '/guide/start' },",
        "    { text: '介绍', link: '/guide/intro' },",
        "    { text: '接口', link: '/api/' },",
        '  ],',
        '}',
      ].join('\n'),
    ),
    file('docs/README.md', '仓库'),
    file('docs/src/index.md', '# 首页\n'),
    file('docs/src/guide/intro.md', '没有标题'),
    file('docs/src/guide/start.md', '# \\<script setup> 与 `v-if` {#script-setup}\n'),
    file('docs/src/api/index.md', '# 接口\n'),
    file('docs/src/public/logo.png', png),
    file('docs/src/guide/more.md', '# 更多 <Badge text="beta" />\n\n![](/logo.png)\n'),
    file('docs/node_modules/x/README.md', '别人的'),
  ]);
  expect(made.kind).toBe('vitepress');
  expect(made.name).toBe('一份文档');
  expect(shown(made)).toEqual([
    'docs/首页',
    'docs/接口',
    'guide/<script setup> 与 v-if',
    'guide/介绍',
    'guide/更多 beta',
  ]);
  expect(made.images.size).toBe(1);
  expect(leftOutOf(made)).toEqual([
    ['.vitepress/', 'settings'],
    ['node_modules/', 'settings'],
    ['README.md', 'outside'],
  ]);
});

const vitePress = (text: string, ...more: ReturnType<typeof file>[]) =>
  plan([file('.vitepress/config.ts', ''), file('篇.md', text), file('z.md', ''), ...more]);

test('a_group_of_code_of_vitepress_becomes_titled_code_one_below_the_other', async () => {
  const made = await vitePress(
    '::: code-group\n\n```ts{1,3-4}:line-numbers [vite.config.ts]\nexport default {\n  a: 1, // [!code ++]\n  b: 2, // [!code highlight]\n}\n```\n\n```sh [pnpm]\n$ pnpm i\n```\n\n:::\n\n后文',
  );
  const text = textOf(made, '篇')
    .replace(/\n{2,}/g, '\n\n')
    .trim();
  expect(text).toBe(
    '**vite.config.ts**\n\n```diff-ts\n export default {\n+  a: 1,\n   b: 2,\n }\n```\n\n**pnpm**\n\n```sh\n$ pnpm i\n```\n\n后文',
  );
  expect(changesOf(made)).toEqual({ tabs: 1, codeMarks: 2, codeTitles: 2 });
});

test('containers_of_vitepress_stay_but_for_those_that_only_hold_something', async () => {
  const made = await vitePress(
    '::: raw\n<div>原样</div>\n:::\n\n:::: details 点开 {open}\n::: tip\n里\n:::\n::::\n\n```md\n::: raw\n```',
  );
  expect(textOf(made, '篇')).toBe(
    '\n<div>原样</div>\n\n:::: details 点开\n::: tip\n里\n:::\n::::\n\n```md\n::: raw\n```',
  );
});

test('files_that_a_text_of_vitepress_takes_in_are_put_in_or_reported', async () => {
  const made = await vitePress(
    '<<< @/snippets/demo.ts#part{2 ts:line-numbers} [片段]\n\n<<< ./无.js\n\n<!--@include: ./parts/intro.md{3,}-->\n\n<!-- @include: ./无.md -->',
    file('snippets/demo.ts', 'a\n// #region part\nb\n// #endregion part\nc\n'),
    file('parts/intro.md', '一\n二\n三\n四\n'),
  );
  expect(textOf(made, '篇').trim()).toBe(
    '**片段**\n\n```ts\nb\n```\n\n<<< ./无.js\n\n三\n四\n\n<!-- @include: ./无.md -->',
  );
  expect(changesOf(made)).toEqual({ includes: 2, unconverted: 2 });
  expect(detailsOf(made, 'unconverted')).toEqual({ '<<<': 1, '@include': 1 });
});

test('badges_values_scripts_and_components_of_vitepress_are_text_gone_or_counted', async () => {
  const made = await vitePress(
    '---\ntitle: 题\n---\n# {{ $frontmatter.title }} <Badge type="tip" text="^1.9" />\n\n<script setup>\nconst a = 1\n</script>\n\n## 标题 <Badge text="beta" /> {#title}\n\n{{ 1 + 1 }} `{{ x }}` <span v-pre>{{ y }}</span> <Demo :a="1" />\n\n[[toc]]',
  );
  expect(textOf(made, '题')).toBe(
    '---\ntitle: 题\n---\n# 题 ^1.9\n\n## 标题 beta {#title}\n\n{{ 1 + 1 }} `{{ x }}` {{ y }} <Demo :a="1" />\n\n[TOC]',
  );
  expect(changesOf(made)).toEqual({
    badges: 3,
    scripts: 1,
    components: 1,
    containers: 1,
    unconverted: 1,
  });
  expect(detailsOf(made, 'unconverted')).toEqual({ '{{ }}': 1 });
  expect(detailsOf(made, 'components')).toEqual({ '<Demo>': 1 });
});

test('a_line_of_vitepress_that_names_a_script_or_style_without_an_end_stays_and_is_counted', async () => {
  const text =
    '# 题\n\n<script setup> 是语法糖。\n\n```vue\n<script setup>\n</script>\n```\n\n<style> 写在最后。\n\n结尾';
  const made = await vitePress(`${text}\n\n<script setup>\nconst a = 1\n</script>`);
  expect(textOf(made, '题').trim()).toBe(text);
  expect(changesOf(made)).toMatchObject({ scripts: 1, unconverted: 2 });
  expect(detailsOf(made, 'unconverted')).toEqual({ '<script>': 1, '<style>': 1 });
});

test('mkdocs_names_and_orders_its_pages_in_its_settings', async () => {
  const made = await plan([
    file(
      'wiki/mkdocs.yml',
      [
        'site_name: 一本维基 # 名字',
        'nav:',
        '  - 首页: index.md',
        '  - "图论: 入门":',
        '      - 最短路: graph/path.md',
        '      - graph/tree.md',
        '      - 进阶:',
        "          - 'A: B': graph/ab.md",
        '  - 外站: https://x.cn',
        'theme:',
        '  - no: nav.md',
      ].join('\n'),
    ),
    file('wiki/docs/index.md', '# Wiki\n'),
    file('wiki/docs/graph/path.md', '![](./images/a.svg) [](tree.md)'),
    file('wiki/docs/graph/tree.md', '# 树 { #tree }\n'),
    file('wiki/docs/graph/ab.md', ''),
    file('wiki/docs/other/page.md', '# 未列\n'),
    file('wiki/docs/graph/images/a.svg', png),
  ]);
  expect([made.kind, made.name]).toEqual(['mkdocs', '一本维基']);
  expect(shown(made)).toEqual([
    'docs/首页',
    '图论: 入门/最短路',
    '图论: 入门/树',
    '图论: 入门/进阶',
    '图论: 入门/-A: B',
    'other/未列',
  ]);
  expect(textOf(made, '最短路')).toMatch(/^!\[\]\(images\/\w+\.png\) \[\]\(@树\.md\)$/);
  expect(changesOf(made)).toEqual({ links: 2, vectors: 1 });
});

const mkDocs = (text: string, settings = '', ...more: ReturnType<typeof file>[]) =>
  plan([file('mkdocs.yml', settings), file('docs/篇.md', text), file('docs/z.md', ''), ...more]);

test('callouts_and_tabs_of_mkdocs_are_ours_with_their_bodies_at_the_margin', async () => {
  const made = await mkDocs(
    '# 题\n\n!!! note "提示"\n    这一段缩进了，\n    不是代码。\n\n??? warning\n    ```cpp\n    int a;\n    ```\n\n???+ note "实现"\n    === "C++"\n\n        ```cpp title="a.cpp" linenums="1"\n        b\n        ```\n\n    === "Python"\n\n        第二个标签。\n\n后文\n\n    真的代码\n\n```md\n!!! note\n    x\n```',
  );
  expect(textOf(made, '题').replace(/\n{2,}/g, '\n\n')).toBe(
    '# 题\n\n:::note 提示\n这一段缩进了，\n不是代码。\n:::\n\n:::warning\n```cpp\nint a;\n```\n:::\n\n:::note 实现\n**C++**\n\n**a.cpp**\n\n```cpp\nb\n```\n\n**Python**\n\n第二个标签。\n:::\n\n后文\n\n    真的代码\n\n```md\n!!! note\n    x\n```',
  );
  expect(changesOf(made)).toEqual({ callouts: 3, tabs: 2, codeTitles: 1 });
});

test('a_callout_in_an_item_stays_in_it', async () => {
  const made = await mkDocs('- 项\n\n    !!! tip\n        内\n\n    后\n');
  expect(textOf(made, '篇').replace(/\n{2,}/g, '\n\n')).toBe(
    '- 项\n\n    :::tip\n    内\n    :::\n\n    后\n',
  );
});

test('snippets_keys_attributes_and_icons_of_mkdocs_are_put_in_changed_or_counted', async () => {
  const made = await mkDocs(
    '```cpp\n--8<-- "docs/code/a.cpp"\n```\n\n--8<-- "无.md"\n\n## 题 { #id }\n\n按 ++ctrl+c++，[钮](z.md){ .md-button }，:material-check:\n\n*[HTML]: 超文本',
    'markdown_extensions:\n  - pymdownx.keys',
    file('docs/code/a.cpp', 'int a;\n'),
  );
  expect(textOf(made, '篇')).toBe(
    '```cpp\nint a;\n```\n\n--8<-- "无.md"\n\n## 题 {#id}\n\n按 `Ctrl+C`，[钮](@z.md)，:material-check:\n\n*[HTML]: 超文本',
  );
  expect(detailsOf(made, 'unconverted')).toEqual({
    '--8<--': 1,
    ':material-…:': 1,
    '*[…]:': 1,
  });
  expect(changesOf(made)).toMatchObject({ includes: 1, keys: 1, attributes: 1, unconverted: 3 });
});

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
        '{% codeblock 标题 lang:js https://x.cn %}\nlet a = 1\n{% endcodeblock %}',
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
  expect([title, code]).toEqual(['**标题**', '```js\nlet a = 1\n```']);
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

test('a_size_in_a_table_of_obsidian_keeps_its_escaped_bar', async () => {
  const made = await plan([
    file('.obsidian/x', ''),
    file('a.md', '| [[b\\|短]] | ![[图.png\\|100]] |'),
    file('b.md', ''),
    file('图.png', png),
  ]);
  expect(textOf(made, 'a')).toMatch(
    /^\| \[短\]\(@b\.md\) \| !\[图\\\|100\]\(images\/\w+\.png\) \|$/,
  );
});

test('a_comment_of_obsidian_stays_hidden_over_lines_and_paragraphs', async () => {
  const made = await plan([
    file('.obsidian/x', ''),
    file('a.md', '%%甲%% 与 %% 跨行\n的 100% %%\n\n%%\n一段\n\n- 又一段\n%%\n\n```\n%%\n```'),
  ]);
  expect(textOf(made, 'a')).toBe(
    '<!--甲--> 与 <!-- 跨行 的 100% -->\n\n<!-- 一段 - 又一段 -->\n\n```\n%%\n```',
  );
  expect(changesOf(made)).toEqual({ comments: 3 });
});

test('ids_of_blocks_and_dead_links_of_obsidian_are_nothing_to_read', async () => {
  const made = await plan([
    file('.obsidian/x', ''),
    file(
      'a.md',
      '一段 ^kuai-1\n\n- 项 ^b2\n\n^c3\n\n`x ^d4`。\n\n```\n码 ^e5\n```\n\n[[无|有名]] [[夹/无]] ![[无.pdf]]',
    ),
  ]);
  expect(textOf(made, 'a')).toBe(
    '一段\n\n- 项\n\n\n\n`x ^d4`。\n\n```\n码 ^e5\n```\n\n有名 无 无.pdf',
  );
  expect(changesOf(made)).toEqual({ blockIds: 3, missingLinks: 3 });
  expect(detailsOf(made, 'missingLinks')).toEqual({
    '[[无|有名]]': 1,
    '[[夹/无]]': 1,
    '![[无.pdf]]': 1,
  });
});

test('addresses_of_typora_with_blanks_are_found_and_those_of_its_machine_are_named', async () => {
  const made = await plan([
    file(
      '一.md',
      '![相对](一.assets/图 (1).png)\n\n![题](一.assets/图 (1).png "题")\n\n![斜](一.assets\\图%20(1).png)\n\n![本机](file:///C:/Users/a.png) ![二](C:\\Users\\a b.png) [网](https://x.cn/a.png)\n\n![无](无 图.png) [乙](<二 篇.md>) [乙](二 篇.md#a)',
    ),
    file('一.assets/图 (1).png', png),
    file('二 篇.md', ''),
  ]);
  const [first, second, third, machine, last] = textOf(made, '一')
    .replace(/images\/\w+\.png/g, '图')
    .split('\n\n');
  expect([first, second, third]).toEqual(['![相对](图)', '![题](图 "题")', '![斜](图)']);
  expect(machine).toContain('![本机](file:///C:/Users/a.png)');
  expect(last).toBe('![无](<无 图.png>) [乙](@二 篇.md) [乙](@二 篇.md#a)');
  expect(changesOf(made)).toEqual({ links: 5, missingImages: 3 });
  expect(detailsOf(made, 'missingImages')).toEqual({
    'file:///C:/Users/a.png': 1,
    'C:\\Users\\a b.png': 1,
    '无 图.png': 1,
  });
});

test('a_project_deep_among_other_things_makes_no_source_of_them', async () => {
  const made = await plan([
    file('a.md', ''),
    file('项目/甲/乙/mkdocs.yml', ''),
    file('项目/甲/乙/_posts/b.md', ''),
  ]);
  expect([made.kind, made.documents.filter(({ isFolder }) => !isFolder).length]).toEqual([
    'markdown',
    2,
  ]);
});

test('a_backup_among_other_files_is_named', async () => {
  const backup = writeZip([{ path: 'library.json', bytes: new Uint8Array(2), time: 0 }]);
  const made = await plan([file('a.md', 'a'), { path: '旧.zip', bytes: backup }]);
  expect(leftOutOf(made)).toEqual([['旧.zip', 'backup']]);
});

test('folders_without_a_text_are_no_articles', async () => {
  const made = await plan([file('书/章/节/a.md', 'a'), file('书/b.md', 'b'), file('c.md', 'c')]);
  expect(made.documents.map(({ title, isFolder }) => [title, isFolder])).toEqual([
    ['c', false],
    ['章', true],
    ['节', true],
    ['a', false],
    ['b', false],
  ]);
});
