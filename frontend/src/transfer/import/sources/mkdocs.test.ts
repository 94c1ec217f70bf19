import { expect, test } from 'vitest';
import { changesOf, detailsOf, file, plan, png, shown, textOf } from '../planned-for-test';

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
        '  - 外站: https://x.example',
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

test('callouts_of_mkdocs_may_lack_the_blank_or_the_kind', async () => {
  const made = await mkDocs(
    '???+note "[题](z.md)"\n    甲\n\n??? "只有题"\n\t乙\n\n!!!tip\n    丙',
  );
  expect(textOf(made, '篇').trim()).toBe(
    ':::note [题](@z.md)\n甲\n:::\n\n:::note 只有题\n乙\n:::\n\n:::tip\n丙\n:::',
  );
});

test('blocks_between_slashes_of_mkdocs_become_callouts_and_tabs_and_others_are_named', async () => {
  const made = await mkDocs(
    '/// note | 题\n\n甲\n\n//// details | 细\n    type: warning\n\n```\n///\n```\n////\n///\n\n/// tab | C++\n乙\n///\n\n/// html | div.x\n丙\n///\n\n/// warning\n没有结尾',
  );
  expect(
    textOf(made, '篇')
      .replace(/\n{2,}/g, '\n\n')
      .trim(),
  ).toBe(
    ':::note 题\n甲\n\n:::warning 细\n```\n///\n```\n:::\n:::\n\n**C++**\n\n乙\n\n/// html | div.x\n丙\n///\n\n/// warning\n没有结尾',
  );
  expect(changesOf(made)).toMatchObject({ callouts: 2, tabs: 1 });
  expect(detailsOf(made, 'unconverted')).toEqual({ '/// html': 1 });
});

test('fields_at_the_start_of_a_text_of_mkdocs_are_its_front_matter', async () => {
  const made = await mkDocs('author: 甲, 乙\ntitle: 题\n\n正文');
  expect(textOf(made, '题')).toBe('---\nauthor: 甲, 乙\ntitle: 题\n---\n\n正文');
  for (const text of ['https://x.example\n\n正文', '说明: 一句\n\n正文', '---\na: 1\n---\n正文']) {
    expect(textOf(await mkDocs(text), '篇')).toBe(text);
  }
});
