import { expect, test } from 'vitest';
import { writeZip } from '../../lib/files/zip';
import {
  changesOf,
  detailsOf,
  file,
  leftOutOf,
  PNG,
  plan,
  png,
  shown,
  textOf,
} from './planned-for-test';

test('folders_at_the_top_become_categories_and_those_below_documents', async () => {
  const files = [
    file('书/第10章.md', '十'),
    file('书/第2章.md', '二'),
    file('书/README.md', '前言'),
    file('散篇.markdown', '散'),
    file('书/附录/a.txt', '附'),
    file('书/.git/x.md', '隐'),
    file('书/数据.xlsx', 'x'),
  ];
  const made = await plan(files);
  expect(shown(made)).toEqual(['docs/散篇', '书/书', '书/第2章', '书/第10章', '书/附录', '书/-a']);
  expect(leftOutOf(made)).toEqual([['书/数据.xlsx', 'notText']]);
  expect(shown(await plan(files, { foldersAs: 'documents' }))).toEqual([
    'docs/散篇',
    'docs/书',
    'docs/-第2章',
    'docs/-第10章',
    'docs/-附录',
    'docs/--a',
  ]);
});

test('the_folder_around_everything_is_the_name_and_no_category', async () => {
  const made = await plan([
    file('笔记/a.md', 'a'),
    file('笔记/深/b.md', 'b'),
    file('.DS_Store', 'x'),
  ]);
  expect(made.name).toBe('笔记');
  expect(shown(made)).toEqual(['docs/a', '深/b']);
});

test('texts_in_any_encoding_are_read_and_the_change_is_said', async () => {
  const made = await plan([
    file('a.md', [0xb2, 0xe2, 0xca, 0xd4]),
    file('b.md', [0xef, 0xbb, 0xbf, 0x78, 0x0d, 0x0a, 0x79]),
    file('c.md', [0xff, 0xfe, 0x4b, 0x6d]),
  ]);
  expect(made.documents.map(({ content }) => content)).toEqual(['测试', 'x\ny', '测']);
  expect(made.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'encoding a.md',
    'lineEnds b.md',
    'encoding c.md',
  ]);
});

test('a_bad_byte_and_a_zero_are_reported_and_a_program_is_no_text', async () => {
  const long = [...new TextEncoder().encode('一篇用 UTF-8 写的文章，中间坏了一个字节'.repeat(9))];
  const made = await plan([
    file('坏.md', [...long, 0xff, ...long]),
    file('零.md', [...long, 0, ...long]),
    file('程序.md', [0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 0]),
  ]);
  expect(made.documents.map(({ title }) => title)).toEqual(['坏', '零']);
  expect(made.documents[0]?.content).toContain('\ufffd');
  expect(made.documents[1]?.content).not.toContain('\0');
  expect(made.changes.map(({ kind }) => kind)).toEqual(['damaged', 'damaged']);
  expect(leftOutOf(made)).toEqual([['程序.md', 'binary']]);
});

/** The bytes of a text in an encoding of two bytes, whose table is asked of the decoder. */
function encoded(text: string, encoding: 'gb18030' | 'big5'): number[] {
  const decoder = new TextDecoder(encoding);
  const pairs = new Map<string, number[]>();
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      pairs.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
    }
  }
  return [...text].flatMap((char) => pairs.get(char) ?? [char.charCodeAt(0)]);
}

const latin1 = (text: string) => [...text].map((char) => char.charCodeAt(0));
const utf16 = (text: string) =>
  [...text].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]);

test('a_text_in_gbk_with_a_bad_byte_is_named', async () => {
  const gbk = encoded('一篇用国标码写的文章。', 'gb18030');
  const made = await plan([file('坏.md', [...gbk, 0xff, ...gbk])]);
  expect(made.documents[0]?.content).toContain('一篇用国标码写的文章。');
  expect(made.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['damaged 坏.md']);
});

test.each([
  ['latin1', latin1('Un café où naît une façade, été comme hiver à Besançon.')],
  ['a_few_letters_of_latin1', latin1('# Menu\n\nThe caf\u00e9s of the town.')],
  ['big5', encoded('這是一篇用大五碼寫的文章，我們在臺北。', 'big5')],
  ['big5_without_the_commonest_letters', encoded('春眠不覺曉，處處聞啼鳥。', 'big5')],
  ['utf16_without_a_mark', utf16('测试文章，没有标记。')],
])('a_text_in_%s_is_named_as_one_whose_encoding_is_unknown', async (_, bytes) => {
  const made = await plan([file('异.md', bytes)]);
  const [change] = made.changes;
  expect(['damaged', 'uncertain']).toContain(change?.kind);
});

test.each([
  '简体中文的一篇普通文章，有标点、数字 123 和 English。',
  '這是一篇用國標擴展碼寫的繁體文章，臺灣與香港的讀者都能讀懂它的內容。',
  'Mostly English，只有几个汉字。',
  '表格：┌─┐│①②③ αβγ あいう',
])('a_text_in_gbk_is_not_called_uncertain_%#', async (text) => {
  const made = await plan([file('国.md', encoded(text, 'gb18030'))]);
  expect(made.documents[0]?.content).toBe(text);
  expect(made.changes.map(({ kind }) => kind)).toEqual(['encoding']);
});

test('a_zero_byte_goes_from_a_short_text_too', async () => {
  const made = await plan([file('短.md', [0x61, 0, 0x62, 0x63, ...new Array(9).fill(0x64)])]);
  expect(made.documents[0]?.content).toBe('abcddddddddd');
  expect(made.changes.map(({ kind }) => kind)).toEqual(['damaged']);
});

test('a_text_in_utf16_without_a_mark_is_left_out_by_name', async () => {
  const made = await plan([file('异.md', utf16('# Title\n\nSome words.\n'))]);
  expect(leftOutOf(made)).toEqual([['异.md', 'binary']]);
});

test('files_of_one_name_are_numbered_and_none_is_lost', async () => {
  const made = await plan([file('dup.md', '一'), file('dup.md', '二'), file('dup.md', '三')]);
  expect(made.documents.map(({ title, content }) => [title, content])).toEqual([
    ['dup', '一'],
    ['dup 2', '二'],
    ['dup 3', '三'],
  ]);
});

test('relative_links_and_images_are_kept_working', async () => {
  const made = await plan([
    file(
      'a/text.md',
      '![](../img/p%20q.png)\n\n[乙](b.md#节 "题") [乙](<./b.md>) [外](https://x.example/b.md) [无](无.md)\n\n`[b](b.md)`\n\n```md\n[b](b.md)\n```\n\n[ref]: ../a/b.md\n\n<img src="../img/p q.png" width="9">',
    ),
    file('a/b.md', '乙'),
    file('img/p q.png', png),
    file('img/unused.png', png),
    file('img/x.svg', '<svg/>'),
  ]);
  const [image, links, span, code, reference, tag] = textOf(made, 'text').split(/\n\n(?!```$)/);
  expect(image).toEqual(PNG);
  expect(links).toBe('[乙](@b.md#节 "题") [乙](@b.md) [外](https://x.example/b.md) [无](无.md)');
  expect(span).toBe('`[b](b.md)`');
  expect(code).toBe('```md\n[b](b.md)\n```');
  expect(reference).toBe('[ref]: @b.md');
  expect(tag).toMatch(/^<img src="images\/[0-9a-f]{16}\.png" width="9">$/);
  expect(changesOf(made)).toEqual({ links: 5, missingLinks: 1 });
  expect(leftOutOf(made)).toEqual([
    ['img/unused.png', 'unusedImage'],
    ['img/x.svg', 'imageFormat'],
  ]);
  expect(made.images.size).toBe(1);
});

test('names_that_differ_in_case_are_told_apart_and_found_when_they_do_not', async () => {
  const made = await plan([
    file('A.md', '大'),
    file('a.md', '小'),
    file('x.md', '[](A.md) [](a.md) [](Y.MD)'),
    file('y.md', ''),
  ]);
  expect(textOf(made, 'x')).toBe('[](@A.md) [](@a.md) [](@y.md)');
});

test('a_long_title_is_cut_and_front_matter_stays_as_it_is_written', async () => {
  const head = `---\ntitle: ${'长'.repeat(300)}\nunknown: [a, b]\n---\n`;
  const made = await plan([file('a.md', `${head}字`)]);
  expect(made.documents[0]?.title).toBe('长'.repeat(200));
  expect(made.documents[0]?.content).toBe(`${head}字`);
  expect(changesOf(made)).toEqual({ titleCut: 1 });
});

test('a_text_takes_only_as_many_pictures_of_data_as_can_be_edited', async () => {
  const webp = new Uint8Array(9_000_000);
  webp.set(new TextEncoder().encode('RIFF0000WEBP'));
  const made = await plan([
    file('a.md', '![](p.webp)\n\n'.repeat(30)),
    { path: 'p.webp', bytes: webp },
  ]);
  const content = made.documents[0]?.content ?? '';
  expect(content.match(/data:image/g)).toHaveLength(4);
  expect(content.match(/\(p\.webp\)/g)).toHaveLength(26);
  expect(changesOf(made)).toEqual({ links: 4, missingImages: 26 });
});

test('a_docusaurus_folder_keeps_order_names_and_addresses', async () => {
  const made = await plan([
    file('site/docusaurus.config.js', ''),
    file('site/README.md', '关于本仓库'),
    file('site/static/img/logo.png', png),
    file('site/docs/02-guide/_category_.json', '{"label":"指南","position":1}'),
    file(
      'site/docs/02-guide/01-intro.mdx',
      "import Tabs from '@theme/Tabs';\n\n# 开始 {#start}\n\n<Tabs>x</Tabs>\n\n![](/img/logo.png) [](./10-end.md) [](/docs/guide/end) [](@site/docs/start.md) [](/docs/first)",
    ),
    file('site/docs/02-guide/10-end.md', '# 结束\n'),
    file('site/docs/01-api/index.md', '# 接口\n'),
    file('site/docs/01-api/v1.2.md', '---\nsidebar_position: 1\n---\n# 一点二\n'),
    file('site/docs/01-api/a.md', '---\nsidebar_position: 2\n---\n# 甲\n'),
    file('site/docs/start.md', '---\nslug: /first\n---\n# 首页\n'),
  ]);
  expect(made.kind).toBe('docusaurus');
  expect(shown(made)).toEqual([
    'docs/首页',
    '接口/接口',
    '接口/一点二',
    '接口/甲',
    '指南/开始',
    '指南/结束',
  ]);
  const text = textOf(made, '开始');
  expect(text).not.toContain('import');
  expect(text.split('\n').at(-1)).toMatch(
    /^!\[\]\(images\/\w+\.png\) \[\]\(@结束\.md\) \[\]\(@结束\.md\) \[\]\(@首页\.md\) \[\]\(@首页\.md\)$/,
  );
  expect(changesOf(made)).toEqual({ mdx: 1, components: 2, links: 5 });
  expect(leftOutOf(made)).toEqual([
    ['docs/02-guide/_category_.json', 'settings'],
    ['docusaurus.config.js', 'settings'],
    ['README.md', 'outside'],
  ]);
});

test('a_notion_export_loses_its_ids_and_keeps_pages_below_pages', async () => {
  const id = (n: number) => String(n).repeat(32).slice(0, 32);
  const made = await plan([
    file(
      `Home ${id(1)}.md`,
      `# Home\n\n[Child](Home%20${id(1)}/Child%20${id(2)}.md) ![x](Home%20${id(1)}/x.png)`,
    ),
    file(`Home ${id(1)}/Child ${id(2)}.md`, '# Child\n'),
    file(`Home ${id(1)}/x.png`, png),
    file(`Home ${id(1)}/Table ${id(3)}.csv`, 'a,b'),
  ]);
  expect(made.kind).toBe('notion');
  expect(shown(made)).toEqual(['docs/Home', 'docs/-Child']);
  expect(textOf(made, 'Home')).toMatch(/\[Child\]\(@Child\.md\) !\[x\]\(images\/\w+\.png\)$/);
  expect(leftOutOf(made)).toEqual([[`Home ${id(1)}/Table ${id(3)}.csv`, 'database']]);
});

test('addresses_of_typora_with_blanks_are_found_and_those_of_its_machine_are_named', async () => {
  const made = await plan([
    file(
      '一.md',
      '![相对](一.assets/图 (1).png)\n\n![题](一.assets/图 (1).png "题")\n\n![斜](一.assets\\图%20(1).png)\n\n![本机](file:///C:/Users/a.png) ![二](C:\\Users\\a b.png) [网](https://x.example/a.png)\n\n![无](无 图.png) [乙](<二 篇.md>) [乙](二 篇.md#a)',
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
