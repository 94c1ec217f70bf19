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

test('a_vuepress_folder_keeps_its_public_images_and_html_links', async () => {
  const made = await plan([
    file('docs/.vuepress/config.js', ''),
    file('docs/.vuepress/public/hero.png', png),
    file(
      'docs/README.md',
      '# 首页\n\n[[toc]]\n\n![](/hero.png) [](/guide/) [](./guide/one.html#a)',
    ),
    file('docs/guide/README.md', '# 指南\n'),
    file('docs/guide/one.md', '# 一\n\n::: tip 提示\nx\n:::'),
  ]);
  expect(made.kind).toBe('vuepress');
  expect(shown(made)).toEqual(['docs/首页', '指南/指南', '指南/一']);
  expect(textOf(made, '首页')).toMatch(
    /\[TOC\]\n\n!\[\]\(images\/\w+\.png\) \[\]\(@指南\.md\) \[\]\(@一\.md#a\)$/,
  );
  expect(leftOutOf(made)).toEqual([['.vuepress/', 'settings']]);
});

test('a_side_bar_may_name_a_base_and_the_address_first_and_lead_into_a_page', async () => {
  const made = await plan([
    file(
      '.vitepress/config.mts',
      [
        'export default defineConfig({',
        '  themeConfig: {',
        "    nav: [{ text: '导', link: '/ref/b' }],",
        "    sidebar: { '/guide/': { base: '/guide/', items: items() } },",
        '  },',
        '})',
        'const items = () => [',
        "  { link: 'z', text: '甲', collapsed: false, items: [{ 'text': \"乙\", 'link': '/ref/b' }] },",
        "  { text: '丙', collapsed: true, link: 'a#anchor' },",
        ']',
      ].join('\n'),
    ),
    file('guide/a.md', ''),
    file('guide/z.md', ''),
    file('ref/b.md', ''),
    file('index.md', '# 首页'),
  ]);
  expect(shown(made)).toEqual(['docs/首页', 'guide/甲', 'guide/a', 'ref/乙']);
});

test('a_page_of_vuepress_is_found_by_the_address_that_it_gives_itself', async () => {
  const made = await plan([
    file('.vuepress/config.js', ''),
    file('a/甲.md', '---\npermalink: /pages/8f2a1b/\n---\n'),
    file('乙.md', '[甲](/pages/8f2a1b/#x)'),
  ]);
  expect(textOf(made, '乙')).toBe('[甲](@甲.md#x)');
});
