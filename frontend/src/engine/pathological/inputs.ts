/** A text that grows with `n`. */
type Input = (n: number) => string;

const repeated =
  (piece: string): Input =>
  (n) =>
    piece.repeat(n);

const numbered =
  (piece: (index: number) => string): Input =>
  (n) =>
    Array.from({ length: n }, (_, index) => piece(index)).join('');

/** As many pieces as make a text of about `n` characters, each longer than the one before. */
const growing =
  (piece: (index: number) => string): Input =>
  (n) =>
    numbered(piece)(Math.ceil(Math.sqrt(4 * n)));

/** Texts made to take long, by what they are made of. A new one needs nothing but its line. */
export const inputs: Record<string, Input> = {
  // Addresses and mail addresses.
  'addresses joined by commas': repeated('https://a.com/b/c,'),
  'schemes without a host': repeated('http://'),
  'schemes with spaces': repeated('http:// '),
  'www. in a row': repeated('www.'),
  'www. with a letter': repeated('www.a'),
  'addresses before full-width text': repeated('https://a.com，'),
  'addresses with full-width text in links': repeated('[a://b](u)中'),
  'addresses in cells': (n) => `|a|b|\n|-|-|\n${'|a://b|中|\n'.repeat(n)}`,
  'mail addresses in a row': repeated('a@b.'),
  'one long mail address': (n) => `${'a'.repeat(n)}@${'b.'.repeat(n)}`,
  // Ruby, emoji and other marks in text.
  'ruby without an end': repeated('[字]{zì'),
  'ruby in parentheses without an end': repeated('[字]^(zì'),
  'ruby without a beginning': repeated(']{字'),
  ruby: repeated('[字]{zì} '),
  colons: repeated(':a'),
  emphasis: repeated('**a** '),
  'emphasis without an end': repeated('*a **b '),
  'nested emphasis': (n) => `${'*'.repeat(n)}a${'*'.repeat(n)}`,
  'emphasis between Chinese': repeated('中**a'),
  tildes: repeated('~a~~b '),
  'ranges with tildes': repeated('1~2 '),
  'highlight marks': repeated('==a '),
  'underline marks': repeated('++a '),
  backticks: growing((index) => `${'`'.repeat(index + 1)} `),
  'code spans': repeated('`a` '),
  // Formulas and money.
  dollars: repeated('$a $$b '),
  prices: repeated('$5 和 '),
  formulas: repeated('$x$ '),
  'formula blocks': repeated('$$\nx\n$$\n\n'),
  'formula blocks without an end': repeated('$$ a\n\n'),
  'escaped parentheses': repeated('\\('),
  'escaped parentheses between Chinese': repeated('中\\(a'),
  'escaped brackets': repeated('\\['),
  backslashes: (n) => `中a${'\\'.repeat(4 * n)}`,
  // Links, references, footnotes, citations.
  'opening brackets': repeated('['),
  'links without an end': repeated('[a]('),
  'images without an end': repeated('![a]('),
  'nested brackets': (n) => `${'['.repeat(n)}a${'](u)'.repeat(n)}`,
  'a link with many spaces': (n) => `[a](b${' '.repeat(8 * n)}`,
  'link titles without an end': repeated('[a](b "'),
  'references to many definitions': (n) =>
    numbered((index) => `[${index}]: /u\n`)(n) + numbered((index) => `[${index}] `)(n),
  'references to one definition': (n) => `[a]: https://x.y/z\n\n${'[a] '.repeat(n)}`,
  citations: numbered((index) => `[a](https://x.y/${index}) `),
  'references to one footnote': (n) => `${'a[^1] '.repeat(n)}\n\n[^1]: x\n`,
  'references to one footnote, a paragraph each': (n) => `${'a[^1]\n\n'.repeat(n)}[^1]: x\n`,
  'references to one footnote in a link': (n) => `[${'a[^1]'.repeat(n)}](u)\n\n[^1]: x\n`,
  footnotes: numbered((index) => `a[^${index}]\n\n[^${index}]: x\n\n`),
  'footnotes in footnotes': (n) =>
    `[^0]\n\n${numbered((index) => `[^${index}]: [^${index + 1}]\n\n`)(n)}`,
  'equal footnotes': (n) => `a[^1]\n\n${'[^1]: x\n\n'.repeat(n)}`,
  // Headings and contents.
  'equal headings': repeated('# a\n'),
  'headings that look numbered': numbered((index) => `# a\n# a-${index}\n`),
  'contents often': (n) => '[TOC]\n\n'.repeat(20) + '## a\n'.repeat(n),
  // Tables.
  'a wide table with short rows': (n) =>
    `${'|a'.repeat(n)}\n${'|-'.repeat(n)}\n${'|b\n'.repeat(n)}`,
  'a tall table': (n) => `|a|b|\n|-|-|\n${'|b|c|\n'.repeat(n)}`,
  'heads of tables': repeated('|a|\n|-|\n\n'),
  bars: repeated('|'),
  // White space.
  'spaces between Chinese': (n) => `中${' '.repeat(8 * n)}文`,
  'nothing but spaces': repeated('        '),
  'nothing but tabs': repeated('\t\t\t\t\t\t\t\t'),
  'carriage returns': repeated('\r'),
  // Containers, lists, quotes, code.
  'nested quotes': repeated('>'),
  'lines of a quote': repeated('> a\n'),
  alerts: repeated('> [!tip] a\n\n'),
  'containers without an end': repeated(':::tip\n'),
  'nested containers': (n) => ':::tip\n'.repeat(n) + ':::\n'.repeat(n),
  'containers that end in lists': repeated(':::tip\n- a\n  - b\n:::\n\n'),
  'containers that end in raw HTML': repeated(':::tip\n<p>a</p>\n:::\n'),
  'nested lists': growing((index) => `${' '.repeat(2 * index)}- a\n`),
  'list markers': repeated('- '),
  'a long list': repeated('- a\n'),
  tasks: repeated('- [ ] a\n'),
  fences: repeated('```\n'),
  'a long code block': (n) => `\`\`\`\n${'a b\n'.repeat(n)}\`\`\`\n`,
  // Raw HTML.
  'angle brackets': repeated('<'),
  'tags without an end': repeated('<a '),
  'comments without an end': repeated('<!-- a '),
  'instructions without an end': repeated('<?'),
  'elements without an end': repeated('<div>\n\n'),
  'inline elements without an end': repeated('<b>a'),
  'nested elements': (n) => `${'<section>'.repeat(n)}a${'</section>'.repeat(n)}`,
  'closed elements': repeated('<div>\n\na\n\n</div>\n\n'),
  'many attributes': (n) => `<a ${'b=c '.repeat(n)}>x</a>`,
  'styled words': repeated('<span style="color:red">a</span> '),
  scripts: repeated('<script>\n\n'),
  details: repeated('<details>\n<summary>a</summary>\n\nb\n\n</details>\n\n'),
  'items without a list': (n) => `<div>${'<li>a</li>\n'.repeat(n)}</div>`,
  'items apart without a list': (n) => `<div>${'<li>a</li>\n<!-- -->\n'.repeat(n)}</div>`,
  'items in items without a list': (n) => `<div>${'<li><p>'.repeat(n)}</div>`,
  'images in a tag': (n) => `<div>${'![a]('.repeat(n)}`,
  'profile cards': repeated('<mp-common-profile data-id="a"></mp-common-profile>\n\n'),
  videos: repeated('<video src="https://a.b/c.mp4"></video>\n\n'),
  'players without an end': repeated('<iframe src="a">'),
  // Images.
  sliders: (n) => `<![a](b)${',![a](b)'.repeat(n)}>`,
  figures: repeated('![a](b.png)\n\n'),
  // Front matter.
  'front matter': (n) => `---\n${'a: b\n'.repeat(n)}---\n`,
  'front matter without an end': (n) => `---\n${'a: b\n'.repeat(n)}`,
  'brackets in front matter': (n) => `---\ntags: ${'['.repeat(n)}${']'.repeat(n)}\n---\n`,
  'a list over many lines in front matter': (n) => `---\ntags: [\n${'  a,\n'.repeat(n)}]\n---\n`,
  'lists without an end in front matter': (n) => `---\n${'a: [\n'.repeat(n)}---\n`,
  'folded front matter': (n) => `---\ntitle: >\n${'  a\n'.repeat(n)}---\n`,
  // Nothing special.
  paragraphs: repeated('中a文\n\n'),
  'one long word': repeated('aaaaaaaa'),
  'one long sentence': repeated('墨砚writes'),
};
