// The usual pipeline of a Markdown editor in JavaScript: marked, highlight.js on every code block,
// everything into innerHTML on every keystroke.
import hljs from 'highlight.js/lib/common';
import { Marked } from 'marked';
import { Bench, duration, keep, openFromAddress } from './bench';
import { openFrame, rootOf } from './frame';

const colored = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    code({ text, lang }) {
      const language = lang !== undefined && hljs.getLanguage(lang) ? lang : 'plaintext';
      const { value } = hljs.highlight(text, { language });
      return `<pre class="code-block hljs"><code class="hljs language-${language}">${value}</code></pre>`;
    },
  },
});
const plain = new Marked({ gfm: true, breaks: true });

const withoutFrontMatter = (text: string) => text.replace(/^---\n[\s\S]*?\n---\n/, '');
const render = (marked: Marked, text: string) => marked.parse(withoutFrontMatter(text)) as string;

// The style sheet is fetched while the scripts start, like a style sheet of the page.
const theme = fetch('/theme.css').then((answer) => answer.text());
let sheet: Document;

function full(text: string) {
  const html = render(colored, text);
  return () => {
    rootOf(sheet).innerHTML = html;
  };
}

const bench = new Bench({
  clear: async () => {
    sheet = await openFrame(await theme);
  },
  root: () => rootOf(sheet),
  first: full,
  next: full,
});

Object.assign(window, {
  bench,
  keep,
  /** It has no module. */
  moduleBytes: async () => 0,
  /** Milliseconds from text to HTML, and the same without colors. */
  renderOnly: (text: string) => duration(() => render(colored, text)),
  renderPlain: (text: string) => duration(() => render(plain, text)),
  /** Milliseconds of highlight.js alone. */
  colorBlocks: (blocks: { language: string; code: string }[]) =>
    duration(() => {
      for (const { language, code } of blocks) hljs.highlight(code, { language });
    }),
  ready: openFromAddress(bench, Promise.resolve()).then(() => true),
});
