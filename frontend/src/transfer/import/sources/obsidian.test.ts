import { expect, test } from 'vitest';
import { changesOf, detailsOf, file, leftOutOf, plan, png, textOf } from '../planned-for-test';

test('an_obsidian_vault_keeps_its_links_embeds_callouts_and_comments', async () => {
  const made = await plan([
    file('库/.obsidian/app.json', '{}'),
    file(
      '库/首页.md',
      [
        '[[概念]] [[概念|看这里]] [[概念#第一 节!]] [[#本页]] [[深/概念二]] [[别名]] [[没有]]',
        '![[图.png|300]] ![[概念]] ![[附件.pdf]]',
        '%%私下%% `[[概念]]`',
        '> [!note]- 折叠',
        '| [[概念\\|表]] |',
      ].join('\n\n'),
    ),
    file('库/概念.md', ''),
    file('库/深/概念二.md', '---\naliases: [别名, 又名]\n---\n[[首页]]'),
    file('库/附件/图.png', png),
    file('库/附件/附件.pdf', '%PDF'),
  ]);
  expect(made.kind).toBe('obsidian');
  const [links, embeds, comment, callout, table] = textOf(made, '首页').split('\n\n');
  expect(links).toBe(
    '[概念](@概念.md) [看这里](@概念.md) [概念](@概念.md#第一-节) [本页](#本页) [概念二](@概念二.md) [别名](@概念二.md) 没有',
  );
  expect(embeds).toMatch(/^!\[图\|300\]\(images\/\w+\.png\) \[概念\]\(@概念\.md\) 附件\.pdf$/);
  expect(comment).toBe('<!--私下--> `[[概念]]`');
  expect(callout).toBe('> [!note]- 折叠');
  expect(table).toBe('| [表](@概念.md) |');
  expect(changesOf(made)).toEqual({ wikiLinks: 1, embeds: 1, missingLinks: 2, comments: 1 });
  expect(leftOutOf(made)).toEqual([
    ['.obsidian/', 'settings'],
    ['附件/附件.pdf', 'notText'],
  ]);
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
      '一段 ^kuai-1\n\n- 项 ^b2\n\n^c3\n\n`x ^d4`。\n\n```\n码 ^e5\n```\n\n[[无|有名]] [[夹/无]] ![[无.pdf]] ![[无.png|300]] ![[无.png|说明|300x20]]',
    ),
  ]);
  expect(textOf(made, 'a')).toBe(
    '一段\n\n- 项\n\n\n\n`x ^d4`。\n\n```\n码 ^e5\n```\n\n有名 无 无.pdf 无.png 说明',
  );
  expect(changesOf(made)).toEqual({ blockIds: 3, missingLinks: 5 });
  expect(detailsOf(made, 'missingLinks')).toEqual({
    '[[无|有名]]': 1,
    '[[夹/无]]': 1,
    '![[无.pdf]]': 1,
    '![[无.png|300]]': 1,
    '![[无.png|说明|300x20]]': 1,
  });
});

test('blocks_that_plugins_of_obsidian_fill_are_named', async () => {
  const made = await plan([
    file('.obsidian/x', ''),
    file('a.md', '```dataview\nLIST\n```\n\n> ```tasks\n> x\n> ```\n\n```js\n```dataview\n```'),
  ]);
  expect(detailsOf(made, 'unconverted')).toEqual({ dataview: 1, tasks: 1 });
});
